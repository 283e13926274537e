package io.gnomon.sim.cluster.profile;

/**
 * An availability profile in which reservations can be moved to an earlier start, and that reports
 * which holes open when processors are given back.
 *
 * <p>Moves leave redundant steps, because the next move often needs one at the same place. They are
 * removed after some moves, and by {@link #moveTo}.
 */
public final class CompressibleProfile extends AvailabilityProfile {
  private static final int LOOSE_MOVES =
      16; // redundant steps are removed after this many moves, or a 16th of the steps

  private final InfeasibleInterval ruledOut = new InfeasibleInterval();
  private int reached; // the step at which the last search ended
  private int moves; // since redundant steps were removed

  @Override
  public CompressibleProfile copy() {
    CompressibleProfile copy = new CompressibleProfile();
    copy.set(this);
    copy.moves = moves;
    return copy;
  }

  /** Receives the intervals in which more processors have become free. */
  public interface Holes {
    /** Whether an increase from {@code before} to {@code free} free processors is relevant. */
    boolean isRelevant(int before, int free);

    /**
     * Reports an interval and the surrounding hole in which more than {@code before} processors are
     * free.
     *
     * @param time beginning of the interval
     * @param before minimum of free processors in the interval before the change
     * @param free maximum of free processors in it now
     * @param from beginning of the hole
     * @param until end of the hole, {@link #NEVER} if there is none
     * @param to end of the interval, {@link #NEVER} if there is none
     */
    void open(int time, int before, int free, int from, int until, int to);
  }

  @Override
  public void moveTo(int now) {
    super.moveTo(now);
    ruledOut.clear();
    if (moves > 0) {
      merge();
    }
  }

  @Override
  public void take(int from, int to, int width) {
    super.take(from, to, width);
    ruledOut.clear();
  }

  @Override
  public void reset(int now, int processors) {
    super.reset(now, processors);
    ruledOut.clear();
  }

  /** Removes redundant steps. */
  private void merge() {
    int end = 1;
    int before = free[0];
    for (int step = 1; step < size; step++) {
      int processors = free[step];
      times[end] = times[step];
      free[end] = processors;
      end += processors != before ? 1 : 0;
      before = processors;
    }
    size = end;
    moves = 0;
    ruledOut.clear();
  }

  /**
   * Moves a reservation to the earliest start that the other reservations allow. O(steps from
   * {@code from} to its end), plus a shift of all later steps if new ones are needed.
   *
   * @param start its start, from which {@code width} processors are taken for {@code seconds}
   * @param from no sufficient hole begins before this time
   * @param to no sufficient hole begins at or after this time
   * @param holes receives the intervals that the reservation has left
   * @return its new start
   */
  public int advance(int start, int width, int seconds, int from, int to, Holes holes) {
    if (moves >= Math.max(LOOSE_MOVES, size / 16)) {
      merge();
    }
    int first = search(start, width, seconds, from, Math.min(start, to));
    if (first < 0) {
      return start;
    }
    int at = times[first];
    int until = Math.min(start, at + seconds);
    int again = Math.max(start, at + seconds);
    int u = begin(reached, until);
    int v = begin(firstFrom(u, again), again);
    int end = begin(next(v, start + seconds), start + seconds);
    for (int step = first; step < u; step++) {
      free[step] -= width;
    }
    int least = NEVER;
    int most = 0;
    for (int step = v; step < end; step++) {
      int processors = free[step] + width;
      free[step] = processors;
      least = Math.min(least, processors);
      most = Math.max(most, processors);
    }
    moves++;
    reportHole(v, end, least - width, most, holes);
    return at;
  }

  /**
   * The step at which the first hole begins, using what earlier searches ruled out; -1 if there is
   * none.
   */
  private int search(int start, int width, int seconds, int from, int to) {
    int since = from;
    int step;
    if (ruledOut.concerns(start, width, seconds, from)) {
      if (ruledOut.until() >= to) {
        return -1;
      }
      since = ruledOut.from();
      step = ruledOut.step();
    } else {
      step = stepAt(from);
    }
    int first = firstHole(step, to, start, width, seconds);
    int found = first < size ? times[first] : NEVER;
    ruledOut.set(start, width, seconds, since, found, first);
    return found < to ? first : -1;
  }

  /**
   * The first step of the first hole that can hold a reservation and begins at or before {@code
   * start}, or a step that begins at or after {@code to}.
   */
  private int firstHole(int from, int to, int start, int width, int seconds) {
    int first = from;
    int hole = times[from]; // possible beginning
    int step = from;
    int next;
    do { // branch-free except for the end
      int narrow = (free[step] - width) >> 31;
      next = ++step < size ? times[step] : NEVER;
      hole += (next - hole) & narrow;
      first += (step - first) & narrow;
    } while (next < Math.min(start, hole + seconds) && hole < to);
    reached = step;
    return first;
  }

  /** Like {@link #firstFrom}, for a step nearby. */
  private int next(int from, int time) {
    int step = from;
    while (step < size && times[step] < time) {
      step++;
    }
    return step;
  }

  /** The first step, at place {@code from} or later, that begins at or after {@code time}. */
  private int firstFrom(int from, int time) {
    if (from == size || times[from] >= time) {
      return from;
    }
    int step = stepAt(time, from);
    return times[step] == time ? step : step + 1;
  }

  /**
   * Splits so that {@code step}, the first one that begins at or after {@code time}, begins at
   * {@code time}.
   */
  private int begin(int step, int time) {
    if (step == size || times[step] != time) {
      shift(step, 1);
      put(step, time, free[step - 1]);
    }
    return step;
  }

  /**
   * Reports which hole the steps between two times form, after {@code more} processors were given
   * back in all of them. O(steps of the hole).
   */
  public void reportHole(int from, int to, int more, Holes holes) {
    int first = stepAt(from);
    int least = NEVER;
    int most = 0;
    int step = first;
    for (; step < size && times[step] < to; step++) {
      least = Math.min(least, free[step]);
      most = Math.max(most, free[step]);
    }
    reportHole(first, step, least - more, most, holes);
  }

  /** Reports the steps from {@code step} until {@code after}. */
  private void reportHole(int step, int after, int before, int most, Holes holes) {
    int first = step;
    while (first > 0 && free[first - 1] > before) {
      first--;
    }
    ruledOut.cut(times[first], first);
    if (!holes.isRelevant(before, most)) {
      return;
    }
    int end = after;
    while (end < size && free[end] > before) {
      end++;
    }
    int to = after < size ? times[after] : NEVER;
    holes.open(times[step], before, most, times[first], end < size ? times[end] : NEVER, to);
  }
}
