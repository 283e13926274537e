package io.gnomon.controller.cluster;

import io.gnomon.events.EventData;

/**
 * When to ask for a snapshot again: after the time that an answer may take, then after twice that,
 * and so on, so that a scheduler that is away for long finds few requests. On the scheduler's
 * clock.
 */
public final class SnapshotRequestTimer {
  private final int patienceSeconds;
  private long askedAt = EventData.NONE;
  private long waitSeconds;

  /** A timer before the first request. */
  SnapshotRequestTimer(int patienceSeconds) {
    this.patienceSeconds = patienceSeconds;
  }

  /** Whether it is time to ask; then it counts as asked. */
  boolean due(long at) {
    if (askedAt != EventData.NONE && at < askedAt + waitSeconds) {
      return false;
    }
    waitSeconds = askedAt == EventData.NONE ? patienceSeconds : 2 * waitSeconds;
    askedAt = at;
    return true;
  }

  /** It has been granted, or there is a new reason for it. */
  void reset() {
    askedAt = EventData.NONE;
    waitSeconds = 0;
  }

  /** The last time that it was asked, or {@link EventData#NONE}. */
  public long askedAt() {
    return askedAt;
  }

  /** How long after that it is asked again. */
  public long waitSeconds() {
    return waitSeconds;
  }

  /** Restores the state from a checkpoint. */
  public void restore(long at, long wait) {
    askedAt = at;
    waitSeconds = wait;
  }
}
