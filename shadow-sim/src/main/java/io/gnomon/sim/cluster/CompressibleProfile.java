package io.gnomon.sim.cluster;

/**
 * An availability profile in which reservations can be moved forward, and that tells what opens
 * when processors are given back.
 *
 * <p>Moves leave steps that change nothing, where the next move often needs one; they are dropped
 * after some moves, and by {@link #moveTo}.
 */
public final class CompressibleProfile extends AvailabilityProfile {
  private static final int LOOSE_MOVES = 16; // before steps are dropped, or a 16th of the steps

  private final RuledOut ruledOut = new RuledOut();
  private int reached; // the step that has ended the last search
  private int moves; // since steps that change nothing were dropped

  @Override
  public CompressibleProfile copy() {
    CompressibleProfile copy = new CompressibleProfile();
    copy.set(this);
    copy.moves = moves;
    return copy;
  }

  /** Hears of stretches in which more processors have become free than were. */
  public interface Holes {
    /** Whether it matters to anybody that {@code free} are free where {@code before} were. */
    boolean concern(int before, int free);

    /**
     * A stretch, and the hole around it in which more than {@code before} processors are free.
     *
     * @param time at which the stretch begins
     * @param before the fewest processors that were free at some time of it
     * @param free the most that are
     * @param from the beginning of the hole
     * @param until the end of the hole, {@link #NEVER} if there is none
     * @param to the end of the stretch, {@link #NEVER} if there is none
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

  /** Drops the steps that change nothing. */
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
   * Moves a reservation to the earliest start that all others leave to it. O(steps from {@code
   * from} to its end), and a shift of all later steps where it needs new ones.
   *
   * @param start its start, from which {@code width} processors are taken for {@code seconds}
   * @param from the time before which no hole begins that could hold it
   * @param to the time from which on none begins
   * @param holes hears of what it has left
   * @return its start from now on
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
    tellHole(v, end, least - width, most, holes);
    return at;
  }

  /** The step with which the first hole begins, by what is ruled out; -1 if there is none. */
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
   * The first step of the first hole that holds a reservation at a start or begins before it, or a
   * step that begins not before {@code to}.
   */
  private int firstHole(int from, int to, int start, int width, int seconds) {
    int first = from;
    int hole = times[from]; // where it may begin
    int step = from;
    int next;
    do { // without branches but the end
      int narrow = (free[step] - width) >> 31;
      next = ++step < size ? times[step] : NEVER;
      hole += (next - hole) & narrow;
      first += (step - first) & narrow;
    } while (next < Math.min(start, hole + seconds) && hole < to);
    reached = step;
    return first;
  }

  /** As {@link #firstFrom}, for a step that is near. */
  private int next(int from, int time) {
    int step = from;
    while (step < size && times[step] < time) {
      step++;
    }
    return step;
  }

  /** The first step that does not begin before {@code time}, of those from {@code from} on. */
  private int firstFrom(int from, int time) {
    if (from == size || times[from] >= time) {
      return from;
    }
    int step = stepAt(time, from);
    return times[step] == time ? step : step + 1;
  }

  /** Makes {@code step}, the first that does not begin before {@code time}, begin then. */
  private int begin(int step, int time) {
    if (step == size || times[step] != time) {
      shift(step, 1);
      put(step, time, free[step - 1]);
    }
    return step;
  }

  /**
   * Tells of the steps between two times, within which {@code more} processors have just been given
   * back, what they open together. O(steps of the hole).
   */
  public void tellHole(int from, int to, int more, Holes holes) {
    int first = stepAt(from);
    int least = NEVER;
    int most = 0;
    int step = first;
    for (; step < size && times[step] < to; step++) {
      least = Math.min(least, free[step]);
      most = Math.max(most, free[step]);
    }
    tellHole(first, step, least - more, most, holes);
  }

  /** Tells of the steps from {@code step} until {@code after}. */
  private void tellHole(int step, int after, int before, int most, Holes holes) {
    int first = step;
    while (first > 0 && free[first - 1] > before) {
      first--;
    }
    ruledOut.cut(times[first], first);
    if (!holes.concern(before, most)) {
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
