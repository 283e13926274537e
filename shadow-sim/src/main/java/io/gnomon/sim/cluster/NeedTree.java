package io.gnomon.sim.cluster;

/**
 * Levels of blocks over positions, each block with bounds of the needs in it, for searches that go
 * far.
 *
 * <p>A block holds {@value #FAN} positions or {@value #FAN} smaller blocks. Its bound is made by
 * the first search that comes to it, and made again by one that finds nothing in it though a loose
 * bound said that there might be. So each job that leaves costs at most one vain look on each
 * level, and a search is O(log n) beyond these and beyond the jobs that {@link NeedBounds} cannot
 * tell from what it looks for.
 */
final class NeedTree {
  /** How many positions or blocks share a bound. */
  static final int FAN = 32;

  private static final int SHIFT = 5;

  private final long[] needs;
  private final NeedBounds[] levels;
  private int bounded; // positions in blocks that have a bound

  /** A tree over {@code needs}, without any bound yet. */
  NeedTree(long[] needs) {
    this.needs = needs;
    int count = 1;
    while (needs.length >> SHIFT * (count + 1) > 0) {
      count++;
    }
    levels = new NeedBounds[count];
    for (int level = 1; level <= count; level++) {
      levels[level - 1] = new NeedBounds(needs.length >> SHIFT * level);
    }
  }

  /** A job has come to {@code p} where none was, or another. */
  void changed(int p) {
    bounded = Math.min(bounded, p & -FAN);
  }

  /** The need of {@code p} goes. */
  void clear(int p) {
    long need = needs[p];
    int level = 1;
    while (level <= levels.length
        && p >> SHIFT * level < bounded >> SHIFT * level
        && levels[level - 1].loosen(p >> SHIFT * level, need)) {
      level++;
    }
  }

  /** As {@link NeedIndex#find}. */
  int find(int from, int end, int width, int seconds, int narrow) {
    long limit = Need.limit(width, seconds);
    long narrower = Need.narrow(narrow);
    while (bounded + FAN <= from) {
      bound();
    }
    int p = from;
    while (p < end) {
      if (p == bounded && p + FAN <= end) {
        bound();
      }
      int passed = isWhole(1, p) ? beyond(p, width, seconds, narrow) - p : 0;
      if (passed == 0) {
        int stop = Math.min(end, (p | FAN - 1) + 1);
        for (; p < stop; p++) {
          if (Need.fits(needs[p], limit, narrower)) {
            return p;
          }
        }
      }
      p += passed;
      tighten(from, p, passed);
    }
    return end;
  }

  /** Makes the next bound, and those of the larger blocks that it completes. */
  private void bound() {
    int block = bounded >> SHIFT;
    levels[0].bound(block, needs, bounded, bounded + FAN);
    bounded += FAN;
    for (int level = 2; level <= levels.length && isWhole(level, bounded); level++) {
      boundAgain(level, (bounded >> SHIFT * level) - 1);
    }
  }

  private void boundAgain(int level, int block) {
    int first = block << SHIFT;
    if (level == 1) {
      levels[0].bound(block, needs, first, first + FAN);
    } else {
      levels[level - 1].bound(block, levels[level - 2], first, first + FAN);
    }
  }

  private static boolean isWhole(int level, int p) {
    return (p & (1 << SHIFT * level) - 1) == 0;
  }

  /**
   * Passes over the largest blocks that begin at p and over those of their size after them, as long
   * as nothing in them can fit.
   *
   * @return where it stops, p where something may fit in the smallest block
   */
  private int beyond(int p, int width, int seconds, int narrow) {
    int level = Math.min(levels.length, Integer.numberOfTrailingZeros(p) / SHIFT);
    for (; level > 0; level--) {
      int span = SHIFT * level;
      int block = p >> span;
      int stop = Math.min(bounded >> span, (block | FAN - 1) + 1);
      int next = block < stop ? levels[level - 1].next(block, stop, width, seconds, narrow) : block;
      if (next > block) {
        return next << span;
      }
    }
    return p;
  }

  /**
   * Makes the loose bounds again of those blocks that end where a search is, if it has gone through
   * them from their beginning.
   *
   * @param passed positions that it has passed over in its last step; larger blocks it has opened
   */
  private void tighten(int from, int end, int passed) {
    for (int level = 1; level <= levels.length && isWhole(level, end); level++) {
      int span = SHIFT * level;
      int block = (end >> span) - 1;
      if (end > bounded || end - (1 << span) < from) {
        return;
      }
      if (passed < 1 << span && levels[level - 1].isLoose(block)) {
        boundAgain(level, block);
      }
    }
  }
}
