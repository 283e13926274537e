package io.gnomon.sim.cluster.demand;

/**
 * A tree of blocks over positions with bounds of the demands in each block, for long searches.
 *
 * <p>A block holds {@value #FAN} positions or {@value #FAN} smaller blocks. Its bound is computed
 * by the first search that reaches it, and recomputed when a search enters it because of a loose
 * bound and finds nothing; the bound of the enclosing block becomes loose then. Each job that
 * leaves thus costs at most one unsuccessful visit per level. A search costs O(log n) plus these
 * visits, plus the jobs that {@link DemandBounds} cannot distinguish from a match.
 */
final class DemandTree {
  /** Number of positions or blocks that share a bound. */
  static final int FAN = 32;

  /** Blocks of a level are {@link #FAN} times as large as those of the level below: 5 bits. */
  static final int SHIFT = 5;

  private final long[] demands;
  private final DemandBounds bounds;
  private int opened; // level of the block that the search enters next; levels() for none
  private int bounded; // positions in blocks that have a bound

  /** A tree over {@code demands}, without any bound yet. */
  DemandTree(long[] demands) {
    this.demands = demands;
    bounds = new DemandBounds(demands.length);
  }

  /** Records that position {@code p} now has a job, or another one. */
  void changed(int p) {
    bounded = Math.min(bounded, p & -FAN);
  }

  /** Records that the job at {@code p} leaves. */
  void clear(int p) {
    long demand = demands[p];
    int level = 0;
    while (level < bounds.levels()
        && blockOf(level, p) < blockOf(level, bounded)
        && bounds.loosen(level, blockOf(level, p), demand)) {
      level++;
    }
  }

  private static int blockOf(int level, int p) {
    return p >> SHIFT * (level + 1);
  }

  private static int sizeOn(int level) {
    return 1 << SHIFT * (level + 1);
  }

  /** Whether {@code p} is a boundary between two blocks of the level. */
  private static boolean isEdge(int level, int p) {
    return (p & sizeOn(level) - 1) == 0;
  }

  /** Like {@link DemandIndex#find}. */
  int find(int from, int end, int width, int seconds, int narrow) {
    long limit = Demand.limit(width, seconds);
    long narrower = Demand.narrow(narrow);
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
          if (Demand.fits(demands[p], limit, narrower)) {
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

  /** Computes the next bound, and those of the larger blocks that it completes. */
  private void bound() {
    bounded += FAN;
    for (int level = 0; level < bounds.levels() && isEdge(level, bounded); level++) {
      bound(level, blockOf(level, bounded) - 1);
    }
  }

  private void bound(int level, int block) {
    if (level == 0) {
      bounds.bound(block, demands);
    } else {
      bounds.bound(level, block);
    }
  }

  /**
   * Skips the largest blocks that begin at {@code p}, and following blocks of the same size, while
   * none of their jobs can fit.
   *
   * @return the position where it stops; {@code p} if the smallest block may contain a fitting job
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
   * Recomputes the loose bounds of the blocks that end at the position of a search, if it has gone
   * through them from their beginning.
   *
   * @param passed positions skipped in the last step; larger blocks were opened
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
          bounds.loosen(
              level + 1, parent); // it may have been computed from a bound that was too low
        }
      }
    }
  }
}
