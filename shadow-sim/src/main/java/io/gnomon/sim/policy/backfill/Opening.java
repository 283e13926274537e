package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.AvailabilityProfile;

/**
 * The span of time within which processors have become free since the waiting jobs had their
 * earliest starts. Only a job that uses some of it can start earlier.
 *
 * <p>Jobs that start earlier leave openings themselves. When the jobs are gone through, {@link
 * #beginRound()} and {@link #endRound()}, these stay open for those that came before.
 */
final class Opening {
  private static final int NEVER = AvailabilityProfile.NEVER;
  private static final int UNKNOWN = -1;

  private int from;
  private int to = NEVER;
  private int roundFrom; // what has opened since the round began
  private int roundTo = NEVER;
  private int most = UNKNOWN; // free at once within the span

  Opening copy() {
    Opening copy = new Opening();
    copy.from = from;
    copy.to = to;
    return copy;
  }

  /** Anything may have become free. */
  void openWhole() {
    open(0, NEVER);
  }

  /** Processors have become free from {@code start} (inclusive) to {@code end} (exclusive). */
  void open(int start, int end) {
    from = Math.min(from, start);
    to = Math.max(to, end);
    roundFrom = Math.min(roundFrom, start);
    roundTo = Math.max(roundTo, end);
    most = UNKNOWN;
  }

  /**
   * As {@link #open}, within a round, where {@code free} processors are the most that there are.
   */
  void open(int start, int end, int free) {
    int known = most;
    open(start, end);
    most = known == UNKNOWN ? UNKNOWN : Math.max(known, free);
  }

  /** Each job is going to be given its earliest start. */
  void beginRound() {
    roundFrom = NEVER;
    roundTo = 0;
  }

  /** Each job has been. */
  void endRound() {
    from = roundFrom;
    to = roundTo;
    most = UNKNOWN;
  }

  /** Whether nothing has become free. */
  boolean isClosed() {
    return to <= from;
  }

  /** The time before which a job must start to use the span. */
  int to() {
    return to;
  }

  /** The first second from {@code now} on at which a job of so many seconds may start to use it. */
  int firstStart(int now, int seconds) {
    return Math.max(now, from - seconds + 1);
  }

  /** Whether so many processors may be free at once within the span; O(1) but after a change. */
  boolean mayHold(int processors, AvailabilityProfile profile) {
    if (most == UNKNOWN) {
      most = isClosed() ? 0 : profile.mostFree(from, to);
    }
    return processors <= most;
  }
}
