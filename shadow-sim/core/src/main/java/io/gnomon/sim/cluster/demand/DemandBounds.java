package io.gnomon.sim.cluster.demand;

import java.util.Arrays;

/**
 * Lower bounds of the demands in blocks of waiting jobs, on several levels: the minimum width of
 * each block and, for each class of widths, the minimum estimate of the jobs of that class or
 * narrower.
 *
 * <p>Classes begin at each power of two and each eighth of the way to the next. A search for jobs
 * that are both narrow and short therefore visits a block in vain only because of slightly wider
 * jobs, and never if all widths are powers of two. Only classes that have occurred have bounds.
 *
 * <p>When the job that determines a bound leaves, the bound is too low. It remains valid but loose
 * until it is recomputed. Estimates are stored by class and then by block, so that a search reads
 * one row.
 */
final class DemandBounds {
  private static final int FAN = DemandTree.FAN;
  private static final int SHIFT = DemandTree.SHIFT;
  private static final int NO_JOB = Integer.MAX_VALUE;
  private static final int CLASS_BITS = 3;
  private static final int GAP_CLASS = classOf(Demand.width(Demand.NONE)); // the highest class

  private final int levels;
  private final int[][] widths; // by level, then by block
  private final boolean[][] loose;
  private final int[][][] estimates; // by level, row and block; the first row is empty

  private final int[] rowOfClass =
      new int[GAP_CLASS + 1]; // the row of the class, or of the next lower class that has one
  private final boolean[] known = new boolean[GAP_CLASS + 1];
  private int rows = 1;
  private int[] least = new int[1];

  /** Bounds for all blocks within the given number of positions. */
  DemandBounds(int positions) {
    int count = 1;
    while (positions >> SHIFT * (count + 1) > 0) {
      count++;
    }
    levels = count;
    widths = new int[count][];
    loose = new boolean[count][];
    estimates = new int[count][rows][];
    for (int level = 0; level < count; level++) {
      int blocks = positions >> SHIFT * (level + 1);
      widths[level] = new int[blocks];
      loose[level] = new boolean[blocks];
      estimates[level][0] = new int[blocks];
      Arrays.fill(estimates[level][0], NO_JOB);
    }
    admit(GAP_CLASS);
  }

  /** The class of a width; monotonic in the width. */
  private static int classOf(int width) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(width);
    int shift = Math.max(0, bits - 1 - CLASS_BITS);
    return (shift << CLASS_BITS) + (width >> shift);
  }

  /** Number of levels; the blocks of level 0 contain positions. */
  int levels() {
    return levels;
  }

  /**
   * The first block from {@code block} on that may contain a job of at most {@code width} and
   * {@code seconds}, or of at most {@code narrow}; {@code stop} if there is none before it.
   */
  int next(int level, int block, int stop, int width, int seconds, int narrow) {
    int[] shortest = estimates[level][rowOfClass[classOf(width)]];
    int[] narrowest = widths[level];
    int longest = Math.min(seconds, NO_JOB - 1);
    int b = block;
    while (b < stop && shortest[b] > longest && narrowest[b] > narrow) {
      b++;
    }
    return b;
  }

  /** Computes the bound of a block on level 0. */
  void bound(int block, long[] demands) {
    Arrays.fill(least, NO_JOB);
    int narrowest = NO_JOB;
    for (int i = block << SHIFT; i < block + 1 << SHIFT; i++) {
      long demand = demands[i];
      int width = Demand.width(demand);
      int jobClass = classOf(width);
      if (!known[jobClass]) {
        admit(jobClass);
      }
      int row = rowOfClass[jobClass];
      narrowest = Math.min(narrowest, width);
      least[row] = Math.min(least[row], Demand.estimate(demand));
    }
    int shortest = NO_JOB;
    for (int row = 0; row < rows; row++) {
      shortest = Math.min(shortest, least[row]);
      estimates[0][row][block] = shortest;
    }
    widths[0][block] = narrowest;
    loose[0][block] = false;
  }

  /** Computes the bound of a block on a higher level from the blocks in it. */
  void bound(int level, int block) {
    for (int row = 0; row < rows; row++) {
      estimates[level][row][block] = least(estimates[level - 1][row], block << SHIFT);
    }
    widths[level][block] = least(widths[level - 1], block << SHIFT);
    loose[level][block] = false;
  }

  private static int least(int[] values, int from) {
    int even = NO_JOB; // two independent minima, for instruction-level parallelism
    int odd = NO_JOB;
    for (int i = from; i < from + FAN; i += 2) {
      even = Math.min(even, values[i]);
      odd = Math.min(odd, values[i + 1]);
    }
    return Math.min(even, odd);
  }

  /** Adds a row for a class that has not occurred yet. */
  private void admit(int jobClass) {
    int row = rowOfClass[jobClass] + 1;
    for (int level = 0; level < levels; level++) {
      estimates[level] = Arrays.copyOf(estimates[level], rows + 1);
      System.arraycopy(estimates[level], row, estimates[level], row + 1, rows - row);
      estimates[level][row] = estimates[level][row - 1].clone();
    }
    least = Arrays.copyOf(least, rows + 1);
    System.arraycopy(least, row, least, row + 1, rows - row);
    least[row] = NO_JOB;
    rows++;
    known[jobClass] = true;
    for (int c = jobClass; c <= GAP_CLASS; c++) {
      rowOfClass[c]++;
    }
  }

  /**
   * Records that a demand leaves a block.
   *
   * @return whether the bound is loose now
   */
  boolean loosen(int level, int block, long demand) {
    int width = Demand.width(demand);
    if (widths[level][block] == width
        || estimates[level][rowOfClass[classOf(width)]][block] == Demand.estimate(demand)) {
      loose[level][block] = true;
      return true;
    }
    return false;
  }

  /** Marks the bound as possibly too low. */
  void loosen(int level, int block) {
    loose[level][block] = true;
  }

  /** Whether the bound may be too low. */
  boolean isLoose(int level, int block) {
    return loose[level][block];
  }
}
