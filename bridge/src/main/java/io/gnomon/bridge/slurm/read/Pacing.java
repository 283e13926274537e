package io.gnomon.bridge.slurm.read;

import java.time.Duration;

/**
 * When Slurm is asked again: at an interval, at most a tenth of the time where it answers slowly,
 * ever less often while it does not answer, and earlier where a hook has told of something. Times
 * are nanoseconds of any clock that runs evenly. Not thread-safe.
 */
public final class Pacing {
  private static final int SHARE = 9;
  private static final int EARLY_SHARE = 4;
  private static final long LEAST_GAP_NANOS = Duration.ofMillis(500).toNanos();

  private final long interval;
  private final long most;
  private long asked;
  private long cost;
  private int failures;
  private boolean begun;

  /**
   * A pacing.
   *
   * @param interval between two looks while Slurm answers fast
   * @param most the longest interval, at which a Slurm that does not answer is asked
   */
  public Pacing(Duration interval, Duration most) {
    this.interval = interval.toNanos();
    this.most = Math.max(this.interval, most.toNanos());
  }

  /** Whether to ask now. */
  public boolean due(long now, boolean told) {
    if (!begun) {
      return true;
    }
    boolean early = told && failures == 0;
    return now - asked >= (early ? Math.min(gap(), patience()) : patience());
  }

  private long gap() {
    return Math.max(LEAST_GAP_NANOS, EARLY_SHARE * cost);
  }

  private long patience() {
    long slow = Math.max(interval, SHARE * cost);
    for (int i = 0; i < failures && slow < most; i++) {
      slow *= 2;
    }
    return Math.min(slow, most);
  }

  /** The present interval. */
  public Duration interval() {
    return Duration.ofNanos(patience());
  }

  /** Slurm has answered what was asked from {@code from} to {@code to}. */
  public void answered(long from, long to) {
    begun = true;
    asked = to;
    cost = to - from;
    failures = 0;
  }

  /** Slurm has not answered. */
  public void failed(long to) {
    begun = true;
    asked = to;
    failures++;
  }

  /** Asks at the next occasion. */
  public void hurry() {
    begun = false;
  }
}
