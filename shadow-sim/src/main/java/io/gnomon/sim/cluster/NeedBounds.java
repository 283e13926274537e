package io.gnomon.sim.cluster;

import java.util.Arrays;

/**
 * Lower bounds of the needs in blocks of one size: the least width of each block and, for each
 * class of widths, the least estimate of its jobs that are of that class or narrower.
 *
 * <p>A class begins at a power of two and at each quarter of the way to the next. So a search that
 * asks for jobs that are both narrow and short is misled only by those that are a little too wide,
 * and by none where widths are powers of two.
 *
 * <p>A bound whose job has left is too low, which is still a bound: it is loose until it is made
 * again. The estimates stand by class and then by block, so that a search reads one row of them.
 */
final class NeedBounds {
  private static final int NOBODY = Integer.MAX_VALUE;
  private static final int CLASS_BITS = 2;
  private static final int CLASSES = classOf(Integer.MAX_VALUE) + 1;

  private final int[] widths;
  private final boolean[] loose;
  private final int[] least = new int[CLASSES];
  private int[][] estimates; // for classes up to the widest that was ever bounded

  /** No bound yet. */
  NeedBounds(int blocks) {
    widths = new int[blocks];
    loose = new boolean[blocks];
    estimates = new int[1][blocks];
  }

  /** Narrower jobs are never of a higher class. */
  private static int classOf(int width) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(width);
    int shift = Math.max(0, bits - 1 - CLASS_BITS);
    return (shift << CLASS_BITS) + (width >> shift);
  }

  private int[] estimatesWithin(int width) {
    return estimates[Math.min(classOf(width), estimates.length - 1)];
  }

  /**
   * The first block from {@code block} on that may hold a job that is at most {@code width} wide
   * and {@code seconds} long, or at most {@code narrow} wide; {@code stop} if none before it does.
   */
  int next(int block, int stop, int width, int seconds, int narrow) {
    int[] shortest = estimatesWithin(width);
    int longest = Math.min(seconds, NOBODY - 1);
    int b = block;
    while (b < stop && shortest[b] > longest && widths[b] > narrow) {
      b++;
    }
    return b;
  }

  /**
   * Makes the bound of a block of needs, the first at {@code from} and the last before {@code to}.
   */
  void bound(int block, long[] needs, int from, int to) {
    Arrays.fill(least, 0, estimates.length, NOBODY);
    int narrowest = NOBODY;
    for (int i = from; i < to; i++) {
      if (needs[i] != Need.NONE) {
        int width = Need.width(needs[i]);
        int jobClass = classOf(width);
        if (jobClass >= estimates.length) {
          admit(jobClass);
        }
        narrowest = Math.min(narrowest, width);
        least[jobClass] = Math.min(least[jobClass], Need.estimate(needs[i]));
      }
    }
    int shortest = NOBODY;
    for (int c = 0; c < estimates.length; c++) {
      shortest = Math.min(shortest, least[c]);
      estimates[c][block] = shortest;
    }
    widths[block] = narrowest;
    loose[block] = false;
  }

  /**
   * Makes the bound of a block of smaller blocks, which are those of {@code below} in the range.
   */
  void bound(int block, NeedBounds below, int from, int to) {
    if (below.estimates.length > estimates.length) {
      admit(below.estimates.length - 1);
    }
    for (int c = 0; c < estimates.length; c++) {
      estimates[c][block] =
          least(below.estimates[Math.min(c, below.estimates.length - 1)], from, to);
    }
    widths[block] = least(below.widths, from, to);
    loose[block] = false;
  }

  private static int least(int[] values, int from, int to) {
    int least = NOBODY;
    for (int i = from; i < to; i++) {
      least = Math.min(least, values[i]);
    }
    return least;
  }

  /** Has estimates for wider classes; nobody in the blocks so far is of one. */
  private void admit(int widestClass) {
    int known = estimates.length;
    estimates = Arrays.copyOf(estimates, widestClass + 1);
    for (int c = known; c <= widestClass; c++) {
      estimates[c] = estimates[known - 1].clone();
      least[c] = NOBODY;
    }
  }

  /** A need leaves a block. Returns whether the bound is loose now: it could be higher. */
  boolean loosen(int block, long need) {
    int width = Need.width(need);
    if (widths[block] == width || estimatesWithin(width)[block] == Need.estimate(need)) {
      loose[block] = true;
      return true;
    }
    return false;
  }

  /** Whether the bound may be too low. */
  boolean isLoose(int block) {
    return loose[block];
  }
}
