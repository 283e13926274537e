package io.gnomon.bridge.polling;

import java.time.Duration;

/**
 * Decides when a scheduler is polled: at an interval, less often if it answers slowly (at most a
 * tenth of the time is spent polling), with an exponentially growing interval while it does not
 * answer, and earlier after a notification. Times are nanoseconds of a monotonic clock. Not
 * thread-safe.
 */
public final class PollSchedule {
  private static final int PAUSE_FACTOR = 9;
  private static final int NOTIFIED_PAUSE_FACTOR = 4;
  private static final long MIN_PAUSE_NANOS = Duration.ofMillis(500).toNanos();

  private final long interval;
  private final long maxInterval;
  private long lastPoll;
  private long cost;
  private int failures;
  private boolean polled;

  /**
   * A schedule whose first poll is due at once.
   *
   * @param interval interval while the scheduler answers fast
   * @param maxInterval the longest interval, also while the scheduler does not answer
   */
  public PollSchedule(Duration interval, Duration maxInterval) {
    this.interval = interval.toNanos();
    this.maxInterval = Math.max(this.interval, maxInterval.toNanos());
  }

  /**
   * Returns whether a poll is due.
   *
   * @param notified whether a notification was received since the last poll
   */
  public boolean isDue(long now, boolean notified) {
    if (!polled) {
      return true;
    }
    boolean early = notified && failures == 0;
    return now - lastPoll >= (early ? Math.min(notifiedPause(), pause()) : pause());
  }

  private long notifiedPause() {
    return Math.max(MIN_PAUSE_NANOS, NOTIFIED_PAUSE_FACTOR * cost);
  }

  private long pause() {
    long slow = Math.max(interval, PAUSE_FACTOR * cost);
    for (int i = 0; i < failures && slow < maxInterval; i++) {
      slow *= 2;
    }
    return Math.min(slow, maxInterval);
  }

  /** Returns the present interval. */
  public Duration interval() {
    return Duration.ofNanos(pause());
  }

  /** Records a successful poll from {@code from} to {@code to}. */
  public void succeeded(long from, long to) {
    polled = true;
    lastPoll = to;
    cost = to - from;
    failures = 0;
  }

  /** Records a poll that failed, or was not made because the scheduler was busy. */
  public void failed(long to) {
    polled = true;
    lastPoll = to;
    failures++;
  }

  /** Makes the next poll due at once. */
  public void pollNow() {
    polled = false;
  }
}
