package io.gnomon.sim.cluster;

/**
 * What the last search of a profile has ruled out: that a reservation at least as wide and as long,
 * which is not to start before the one that was searched for, begins within a stretch of time.
 *
 * <p>It holds as long as processors are only taken, or given back after the stretch.
 */
final class RuledOut {
  private int width = AvailabilityProfile.NEVER; // nothing is ruled out
  private int seconds;
  private int start;
  private int from;
  private int until;
  private int step;

  /** Nothing is ruled out any more. */
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

  /** The end of the stretch, the first time that is not ruled out. */
  int until() {
    return until;
  }

  /** The step that begins then. */
  int step() {
    return step;
  }

  /** The beginning of the stretch. */
  int from() {
    return from;
  }

  /** Such a reservation cannot begin from {@code time} until {@code end}, where a step begins. */
  void set(int itsStart, int itsWidth, int itsSeconds, int time, int end, int endStep) {
    width = itsWidth;
    seconds = itsSeconds;
    start = itsStart;
    from = time;
    until = end;
    step = endStep;
  }

  /** Something has opened from {@code time} on, where step {@code at} begins. */
  void cut(int time, int at) {
    if (time < until) {
      until = time;
      step = at;
    }
  }
}
