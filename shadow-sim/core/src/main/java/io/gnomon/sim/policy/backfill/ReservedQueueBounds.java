package io.gnomon.sim.policy.backfill;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

/** Bounds of the needs of the jobs in a block of the {@link ReservedQueue}. */
final class ReservedQueueBounds {
  private static final int EXACT = 32; // each smaller width is its own class

  private long widths; // a bit for each class of widths
  private int shortest;
  private int earliest;
  private int latest;

  ReservedQueueBounds copy() {
    ReservedQueueBounds copy = new ReservedQueueBounds();
    copy.widths = widths;
    copy.shortest = shortest;
    copy.earliest = earliest;
    copy.latest = latest;
    return copy;
  }

  /** Removes all jobs. */
  void clear() {
    widths = 0;
    shortest = NEVER;
    earliest = NEVER;
    latest = 0;
  }

  /**
   * Adds a job.
   *
   * @return the classes of widths in the block
   */
  long add(int width, int seconds, int start) {
    if (width != NEVER) {
      widths |= 1L << widthClass(width);
      shortest = Math.min(shortest, seconds);
      earliest = Math.min(earliest, start);
      latest = Math.max(latest, start);
    }
    return widths;
  }

  /** Records that a job has moved to an earlier start. */
  void starts(int start) {
    earliest = Math.min(earliest, start);
  }

  /**
   * Whether a job of one of these width classes may benefit from an opening at {@code time} in a
   * hole.
   */
  boolean mayGain(long classes, int time, int length, int until) {
    return (widths & classes) != 0 && latest > time && (shortest <= length || earliest <= until);
  }

  /** The classes of the widths above {@code before} and up to {@code free}. */
  static long widths(int before, int free) {
    return -1L << widthClass(before + 1) & -1L >>> Long.SIZE - 1 - widthClass(free);
  }

  /** The class of a width, monotonic; four classes for each power of two. */
  private static int widthClass(int width) {
    if (width < EXACT) {
      return Math.max(0, width);
    }
    int power = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(width);
    return Math.min(Long.SIZE - 1, EXACT + 4 * (power - 5) + (width >>> power - 2 & 3));
  }
}
