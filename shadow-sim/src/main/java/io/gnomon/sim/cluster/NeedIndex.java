package io.gnomon.sim.cluster;

/**
 * The needs of waiting jobs by position, with a pruned search for the next that fits.
 *
 * <p>Positions are filled in order; one that is cleared stays empty. A short stretch is searched
 * straight on, with one test for each position, because a need that always fits stands after the
 * last. Over the positions stand levels of blocks of {@value #FAN}, each full block with a lower
 * bound of the needs below it. A long search first makes the bounds that are missing, and passes
 * over blocks in which nothing can fit. Clearing leaves the bounds, for a bound that is too low is
 * still a bound, and a search that finds nothing in such a block makes its bound exact.
 */
final class NeedIndex {
  /** How many positions share a bound. */
  static final int FAN = 32;

  private static final int SHIFT = 5;
  private static final int SHORT = 8 * FAN;

  private final long[][] levels;
  private final boolean[] loose;
  private int bounded; // positions in blocks that have a bound

  /** An index with room for {@code capacity} needs, a multiple of {@link #FAN}. */
  NeedIndex(int capacity) {
    this(new long[capacity + 1], 0);
  }

  private NeedIndex(long[] leaves, int filled) {
    int count = 2;
    for (int blocks = leaves.length >> SHIFT; blocks >= FAN; blocks >>= SHIFT) {
      count++;
    }
    levels = new long[count][];
    levels[0] = leaves;
    for (int level = 1; level < count; level++) {
      levels[level] = new long[levels[level - 1].length >> SHIFT];
    }
    loose = new boolean[levels[1].length];
    end(filled);
  }

  /** The positions from {@code base} to {@code end} in an index of their own. */
  NeedIndex copy(int base, int end, int capacity) {
    long[] leaves = new long[capacity + 1];
    System.arraycopy(levels[0], base, leaves, 0, end - base);
    return new NeedIndex(leaves, end - base);
  }

  /** What the job at {@code p} needs. */
  long at(int p) {
    return levels[0][p];
  }

  /** Sets position {@code p}, after which there is none. */
  void append(int p, long need) {
    long[] leaves = levels[0];
    leaves[p] = need;
    leaves[p + 1] = Need.ALWAYS;
    if (p < bounded) {
      bounded = p & -FAN;
    }
  }

  /** Makes the last bounds of all levels whose last block {@code end} completes. */
  private void close(int end) {
    loose[(end >> SHIFT) - 1] = false;
    for (int level = 1; level < levels.length; level++) {
      int span = SHIFT * level;
      if ((end & ((1 << span) - 1)) != 0) {
        return;
      }
      bound(level, (end >> span) - 1);
    }
  }

  private void bound(int level, int block) {
    long[] below = levels[level - 1];
    long least = Need.NONE;
    for (int child = block << SHIFT; child < (block + 1) << SHIFT; child++) {
      least = Need.least(least, below[child]);
    }
    levels[level][block] = least;
  }

  /** Clears a position. */
  void clear(int p) {
    if (p < bounded) {
      loose[p >> SHIFT] |= Need.touches(levels[0][p], levels[1][p >> SHIFT]);
    }
    levels[0][p] = Need.NONE;
  }

  /** Sets a position whatever stands after it; {@link #end(int)} must follow. */
  void set(int p, long need) {
    levels[0][p] = need;
  }

  /** Says that the positions before {@code end} are all there are. */
  void end(int end) {
    levels[0][end] = Need.ALWAYS;
    bounded = 0;
  }

  /**
   * The first position from {@code from} on that fits.
   *
   * @param end after the last position
   * @return at least {@code end} if none fits
   */
  int find(int from, int end, long limit, long narrow) {
    if (end - from > SHORT) {
      return findFar(from, end, limit, narrow);
    }
    long[] leaves = levels[0];
    int p = from;
    while (!Need.fits(leaves[p], limit, narrow)) {
      p++;
    }
    return p;
  }

  private int findFar(int from, int end, long limit, long narrow) {
    for (; bounded + FAN <= end; bounded += FAN) {
      close(bounded + FAN);
    }
    long[] leaves = levels[0];
    int p = from;
    while (p < end) {
      int begin = p;
      if ((p & (FAN - 1)) == 0) {
        p = beyond(p, end, limit, narrow);
      }
      if (p == begin) {
        int stop = Math.min(end, (p | (FAN - 1)) + 1);
        for (; p < stop; p++) {
          if (Need.fits(leaves[p], limit, narrow)) {
            return p;
          }
        }
        int block = begin >> SHIFT;
        if (p < end && loose[block]) {
          loose[block] = false;
          bound(1, block);
        }
      }
      if ((p & (FAN * FAN - 1)) == 0) {
        tightenParents(from, begin, p);
      }
    }
    return end;
  }

  /** The first position after the largest full block that starts at p and in which nothing fits. */
  private int beyond(int p, int end, long limit, long narrow) {
    int beyond = p;
    for (int level = 1; level < levels.length; level++) {
      int span = SHIFT * level;
      int next = p + (1 << span);
      if ((p & ((1 << span) - 1)) != 0
          || next > end
          || Need.fits(levels[level][p >> span], limit, narrow)) {
        break;
      }
      beyond = next;
    }
    return beyond;
  }

  /** Makes exact the bounds of the larger blocks that a search has gone through to their end. */
  private void tightenParents(int from, int begin, int end) {
    for (int level = 2; level < levels.length; level++) {
      int span = SHIFT * level;
      if ((end & ((1 << span) - 1)) != 0 || end - (1 << span) < from) {
        return;
      }
      if (end - begin < 1 << span) { // else it was passed over whole
        bound(level, (end >> span) - 1);
      }
    }
  }
}
