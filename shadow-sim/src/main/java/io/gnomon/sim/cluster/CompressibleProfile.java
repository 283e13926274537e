package io.gnomon.sim.cluster;

/**
 * An availability profile in which reservations can be moved forward, and that tells what opens
 * when processors are given back.
 *
 * <p>Moves leave steps that change nothing, where the next move often needs one; {@link #moveTo}
 * drops them.
 */
public final class CompressibleProfile extends AvailabilityProfile {
  private boolean uneven; // there may be steps that change nothing

  @Override
  public CompressibleProfile copy() {
    CompressibleProfile copy = new CompressibleProfile();
    copy.set(this);
    copy.uneven = uneven;
    return copy;
  }

  /** Hears of steps in which more processors have become free than were. */
  public interface Holes {
    /** Whether it matters to anybody that {@code free} are free where {@code before} were. */
    boolean concern(int before, int free);

    /**
     * A step, and the hole around it in which more than {@code before} processors are free.
     *
     * @param time of the step
     * @param before processors that were free
     * @param free processors that are
     * @param from the beginning of the hole
     * @param until the end of the hole, {@link #NEVER} if there is none
     */
    void open(int time, int before, int free, int from, int until);
  }

  @Override
  public void moveTo(int now) {
    super.moveTo(now);
    if (uneven) {
      merge();
      uneven = false;
    }
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
  }

  /**
   * Moves a reservation to the earliest start that all others leave to it. O(steps from {@code
   * from} to its end), and a shift of all later steps where it needs new ones.
   *
   * @param start its start, from which {@code width} processors are taken for {@code seconds}
   * @param from the time before which no hole begins that could hold it
   * @param holes hears of what it has left
   * @return its start from now on
   */
  public int advance(int start, int width, int seconds, int from, Holes holes) {
    int first = firstHole(stepAt(from), start, width, seconds);
    if (first < 0) {
      return start;
    }
    int at = times[first];
    int until = Math.min(start, at + seconds);
    int again = Math.max(start, at + seconds);
    int u = begin(next(first + 1, until), until);
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
    uneven = true;
    tellHole(v, end, least - width, most, holes);
    return at;
  }

  /** The first step of the first hole that holds a reservation at a start or begins before it. */
  private int firstHole(int from, int start, int width, int seconds) {
    int step = from;
    while (times[step] < start) {
      while (free[step] < width) {
        if (++step == size || times[step] >= start) {
          return -1;
        }
      }
      int first = step;
      int enough = Math.min(start, times[first] + seconds); // from start on its own are there
      while (free[step] >= width) {
        if (++step == size || times[step] >= enough) {
          return first;
        }
      }
    }
    return -1;
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
   * Tells of each step between two times, within which {@code more} processors have just been given
   * back, what it opens. O(steps of the holes).
   */
  public void forEachHole(int from, int to, int more, Holes holes) {
    for (int step = stepAt(from); step < size && times[step] < to; step++) {
      tellHole(step, step + 1, free[step] - more, free[step], holes);
    }
  }

  /** Tells of the steps from {@code step} until {@code after} as of one. */
  private void tellHole(int step, int after, int before, int most, Holes holes) {
    if (!holes.concern(before, most)) {
      return;
    }
    int first = step;
    while (first > 0 && free[first - 1] > before) {
      first--;
    }
    int end = after;
    while (end < size && free[end] > before) {
      end++;
    }
    holes.open(times[step], before, most, times[first], end < size ? times[end] : NEVER);
  }
}
