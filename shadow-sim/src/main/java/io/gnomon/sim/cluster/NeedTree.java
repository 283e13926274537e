package io.gnomon.sim.cluster;

/**
 * Levels of blocks over positions, each block with bounds of the needs in it, for searches that go
 * far.
 *
 * <p>A block holds {@value #FAN} positions or {@value #FAN} smaller blocks. Its bound is made by
 * the first search that comes to it, and made again by one that finds nothing in it though a loose
 * bound said that there might be; the larger block around it is loose then. So each job that leaves
 * costs at most one vain look on each level, and a search is O(log n) beyond these and beyond the
 * jobs that {@link NeedBounds} cannot tell from what it looks for.
 */
final class NeedTree {
  /** How many positions or blocks share a bound. */
  static final int FAN = 32;

  /** Blocks of a level are {@link #FAN} times as large as those of the one below: 5 bits. */
  static final int SHIFT = 5;

  private final long[] needs;
  private final NeedBounds bounds;
  private int opened; // the level of the block that a search is about to enter; levels() for none
  private int bounded; // positions in blocks that have a bound

  /** A tree over {@code needs}, without any bound yet. */
  NeedTree(long[] needs) {
    this.needs = needs;
    bounds = new NeedBounds(needs.length);
  }

  /** A job has come to {@code p} where none was, or another. */
  void changed(int p) {
    bounded = Math.min(bounded, p & -FAN);
  }

  /** The need of {@code p} goes. */
  void clear(int p) {
    long need = needs[p];
    int level = 0;
    while (level < bounds.levels()
        && blockOf(level, p) < blockOf(level, bounded)
        && bounds.loosen(level, blockOf(level, p), need)) {
      level++;
    }
  }

  private static int blockOf(int level, int p) {
    return p >> SHIFT * (level + 1);
  }

  private static int sizeOn(int level) {
    return 1 << SHIFT * (level + 1);
  }

  /** Whether a block begins and another ends at p. */
  private static boolean isEdge(int level, int p) {
    return (p & sizeOn(level) - 1) == 0;
  }

  /** As {@link NeedIndex#find}. */
  int find(int from, int end, int width, int seconds, int narrow) {
    long limit = Need.limit(width, seconds);
    long narrower = Need.narrow(narrow);
    while (bounded < from && bounded + FAN <= end) {
      bound();
    }
    opened = bounds.levels();
    int p = from;
    while (p < end) {
      if (p == bounded && p + FAN <= end) {
        bound();
      }
      int passed = isEdge(0, p) ? beyond(p, width, seconds, narrow) - p : 0;
      if (passed == 0) {
        int stop = Math.min(end, (p | FAN - 1) + 1);
        for (; p < stop; p++) {
          if (Need.fits(needs[p], limit, narrower)) {
            return p;
          }
        }
        opened = bounds.levels();
      }
      p += passed;
      tighten(from, p, passed);
    }
    return end;
  }

  /** Makes the next bound, and those of the larger blocks that it completes. */
  private void bound() {
    bounded += FAN;
    for (int level = 0; level < bounds.levels() && isEdge(level, bounded); level++) {
      bound(level, blockOf(level, bounded) - 1);
    }
  }

  private void bound(int level, int block) {
    if (level == 0) {
      bounds.bound(block, needs);
    } else {
      bounds.bound(level, block);
    }
  }

  /**
   * Passes over the largest blocks that begin at p and over those of their size after them, as long
   * as nothing in them can fit.
   *
   * @return where it stops, p where something may fit in the smallest block
   */
  private int beyond(int p, int width, int seconds, int narrow) {
    int level = Math.min(opened, Integer.numberOfTrailingZeros(p) / SHIFT) - 1;
    for (; level >= 0; level--) {
      int block = blockOf(level, p);
      int stop = Math.min(blockOf(level, bounded), (block | FAN - 1) + 1);
      int next = block < stop ? bounds.next(level, block, stop, width, seconds, narrow) : block;
      if (next > block) {
        opened = next < stop ? level : bounds.levels();
        return next * sizeOn(level);
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
    for (int level = 0; level < bounds.levels() && isEdge(level, end); level++) {
      int block = blockOf(level, end) - 1;
      if (end > bounded || end - sizeOn(level) < from) {
        return;
      }
      if (passed < sizeOn(level) && bounds.isLoose(level, block)) {
        bound(level, block);
        int parent = block >> SHIFT;
        if (level + 1 < bounds.levels() && parent < blockOf(level + 1, bounded)) {
          bounds.loosen(level + 1, parent); // it may have been made of what was too low
        }
      }
    }
  }
}
