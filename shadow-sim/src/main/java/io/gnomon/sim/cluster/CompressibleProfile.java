package io.gnomon.sim.cluster;

/**
 * An availability profile in which reservations can be moved forward, and that tells what opens
 * when processors are given back.
 */
public final class CompressibleProfile extends AvailabilityProfile {
  private int[] keptTimes = new int[16];
  private int[] keptFree = new int[16];

  @Override
  public CompressibleProfile copy() {
    CompressibleProfile copy = new CompressibleProfile();
    copy.set(this);
    return copy;
  }

  /** Hears of steps in which more processors have become free than were. */
  public interface Holes {
    /**
     * A step, and the hole around it in which more than {@code before} processors are free.
     *
     * @param from the step's time
     * @param before processors that were free
     * @param free processors that are
     * @param until the end of the hole, {@link #NEVER} if there is none
     * @param length of the hole in seconds, at most {@link #NEVER}
     */
    void open(int from, int before, int free, int until, int length);
  }

  /**
   * Moves a reservation to the earliest start that all others leave to it. O(steps up to its end),
   * or within it where it only slides, and a shift of all later steps where their number changes.
   *
   * @param start its start, from which {@code width} processors are taken for {@code seconds}
   * @param slides whether it is known that no earlier hole holds it, so that it can only start in
   *     the one that ends at its start
   * @param holes hears of what it has left
   * @return its start from now on
   */
  public int advance(int start, int width, int seconds, boolean slides, Holes holes) {
    int first = slides ? slideFrom(start, width) : firstHole(start, width, seconds);
    if (first < 0) {
      return start;
    }
    int at = times[first];
    int until = Math.min(start, at + seconds);
    int again = Math.max(start, at + seconds);
    int left = move(first, until, firstFrom(first + 1, until), again, start + seconds, width);
    tellHole(left, start + seconds, width, holes);
    return at;
  }

  /** The first step of the hole that ends at a start, or -1. */
  private int slideFrom(int start, int width) {
    int step = start > times[0] ? stepAt(start - 1) : 0;
    if (start == times[0] || free[step] < width) {
      return -1;
    }
    while (step > 0 && free[step - 1] >= width) {
      step--;
    }
    return step;
  }

  /** The first step of the first hole that holds a reservation at a start or begins before it. */
  private int firstHole(int start, int width, int seconds) {
    int step = 0;
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

  /**
   * Takes {@code width} processors from step {@code first} until {@code until} and gives as many
   * back from {@code again} to {@code to}. Between these times neighbouring steps differ as before.
   * Returns the step in which {@code again} is.
   *
   * @param u the first step after {@code first} that is not before {@code until}
   */
  private int move(int first, int until, int u, int again, int to, int width) {
    int v = firstFrom(u, again);
    int x = firstFrom(v, to);
    int stepsAtUntil = begins(u, until);
    int stepsAtAgain = begins(v, again);
    int stepsAtTo = begins(x, to);
    boolean apart = until < again;
    int freeAtUntil = free[u - 1 + stepsAtUntil] + (apart ? 0 : width);
    int freeAtAgain = free[v - 1 + stepsAtAgain] + width;
    int freeAtTo = free[x - 1 + stepsAtTo];
    int dropped = first > 0 && free[first - 1] == free[first] - width ? 1 : 0;
    boolean stepAtUntil = freeAtUntil != free[u - 1] - width;
    boolean stepAtAgain = apart && freeAtAgain != free[v - 1];
    boolean stepAtTo = freeAtTo != free[x - 1] + width;

    int end = x + stepsAtTo;
    keep(first, end);
    int added = (stepAtUntil ? 1 : 0) + (stepAtAgain ? 1 : 0) + (stepAtTo ? 1 : 0) - dropped;
    shift(end, added - stepsAtUntil - (apart ? stepsAtAgain : 0) - stepsAtTo);
    int at = put(first, first, first + dropped, u, -width);
    at = stepAtUntil ? put(at, until, freeAtUntil) : at;
    at = apart ? put(at, first, u + stepsAtUntil, v, 0) : at;
    at = stepAtAgain ? put(at, again, freeAtAgain) : at;
    int left = Math.max(0, at - 1);
    at = put(at, first, v + stepsAtAgain, x, width);
    if (stepAtTo) {
      put(at, to, freeAtTo);
    }
    return left;
  }

  private int firstFrom(int from, int time) {
    int step = from;
    while (step < size && times[step] < time) {
      step++;
    }
    return step;
  }

  private int begins(int step, int time) {
    return step < size && times[step] == time ? 1 : 0;
  }

  /** Keeps a copy of the steps that are about to be written over. */
  private void keep(int from, int to) {
    if (keptTimes.length < to - from) {
      keptTimes = new int[2 * (to - from)];
      keptFree = new int[2 * (to - from)];
    }
    System.arraycopy(times, from, keptTimes, 0, to - from);
    System.arraycopy(free, from, keptFree, 0, to - from);
  }

  /** Writes kept steps with more processors; returns where they end. */
  private int put(int at, int kept, int from, int to, int more) {
    int length = to - from;
    System.arraycopy(keptTimes, from - kept, times, at, length);
    for (int i = 0; i < length; i++) {
      free[at + i] = keptFree[from - kept + i] + more;
    }
    return at + length;
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

  /** Tells of all steps from {@code first} until {@code to} as of one. */
  private void tellHole(int first, int to, int more, Holes holes) {
    int least = free[first];
    int most = least;
    int end = first + 1;
    for (; end < size && times[end] < to; end++) {
      least = Math.min(least, free[end]);
      most = Math.max(most, free[end]);
    }
    tellHole(first, end, least - more, most, holes);
  }

  private void tellHole(int step, int after, int before, int most, Holes holes) {
    int first = step;
    while (first > 0 && free[first - 1] > before) {
      first--;
    }
    int end = after;
    while (end < size && free[end] > before) {
      end++;
    }
    int until = end < size ? times[end] : NEVER;
    holes.open(times[step], before, most, until, until - times[first]);
  }
}
