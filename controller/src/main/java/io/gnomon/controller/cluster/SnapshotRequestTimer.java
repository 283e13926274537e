package io.gnomon.controller.cluster;

import io.gnomon.events.EventData;

/**
 * The exponential backoff of snapshot requests, on the scheduler's clock or in the time of records.
 * The first wait is the timeout of a request; each further wait is twice as long, up to a day.
 */
public final class SnapshotRequestTimer {
  private static final long LONGEST_WAIT_SECONDS = 86_400;

  private final int timeoutSeconds;
  private long askedAt = EventData.NONE;
  private long waitSeconds;

  /** A timer before the first request. */
  SnapshotRequestTimer(int timeoutSeconds) {
    this.timeoutSeconds = timeoutSeconds;
  }

  /** Whether a request is due at {@code at}; if so, records it as sent. */
  boolean due(long at) {
    if (askedAt != EventData.NONE && at < askedAt + waitSeconds) {
      return false;
    }
    waitSeconds =
        askedAt == EventData.NONE
            ? timeoutSeconds
            : Math.min(2 * waitSeconds, Math.max(timeoutSeconds, LONGEST_WAIT_SECONDS));
    askedAt = at;
    return true;
  }

  /** Resets the backoff after an answer or for a new reason. */
  void reset() {
    askedAt = EventData.NONE;
    waitSeconds = 0;
  }

  /** Resets the backoff if no request has been necessary for four times the last wait. */
  void resetIfCalm(long at) {
    if (askedAt != EventData.NONE && at >= askedAt + 4 * waitSeconds) {
      reset();
    }
  }

  /** The epoch second of the last request, or {@link EventData#NONE}. */
  public long askedAt() {
    return askedAt;
  }

  /** The time from the last request to the next one, in seconds. */
  public long waitSeconds() {
    return waitSeconds;
  }

  /** Restores the state from a checkpoint. */
  public void restore(long at, long wait) {
    askedAt = at;
    waitSeconds = wait;
  }
}
