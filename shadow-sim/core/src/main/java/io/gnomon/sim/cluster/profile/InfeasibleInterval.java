package io.gnomon.sim.cluster.profile;

/**
 * The result of the last search of a profile: within an interval, no reservation can begin that is
 * at least as wide and as long as the searched one and does not start before it.
 *
 * <p>Valid as long as processors are only taken, or given back after the interval.
 */
final class InfeasibleInterval {
  private int width = AvailabilityProfile.NEVER; // nothing is ruled out
  private int seconds;
  private int start;
  private int from;
  private int until;
  private int step;

  /** Clears the result. */
  void clear() {
    width = AvailabilityProfile.NEVER;
  }

  /** Whether a reservation at {@code itsStart} cannot begin from {@code time} to {@link #until}. */
  boolean concerns(int itsStart, int itsWidth, int itsSeconds, int time) {
    return itsWidth >= width
        && itsSeconds >= seconds
        && itsStart >= start
        && time >= from
        && time <= until;
  }

  /** End of the interval, the first time that is not ruled out. */
  int until() {
    return until;
  }

  /** The step that begins at {@link #until}. */
  int step() {
    return step;
  }

  /** Beginning of the interval. */
  int from() {
    return from;
  }

  /**
   * Records that such a reservation cannot begin from {@code time} until {@code end}, where a step
   * begins.
   */
  void set(int itsStart, int itsWidth, int itsSeconds, int time, int end, int endStep) {
    width = itsWidth;
    seconds = itsSeconds;
    start = itsStart;
    from = time;
    until = end;
    step = endStep;
  }

  /** Records that processors became free from {@code time} on, where step {@code at} begins. */
  void cut(int time, int at) {
    if (time < until) {
      until = time;
      step = at;
    }
  }
}
