package io.gnomon.sim.cluster;

import java.util.Arrays;

/**
 * Lower bounds of the needs in blocks, on several levels of blocks: the least width of each block
 * and, for each class of widths, the least estimate of its jobs that are of that class or narrower.
 *
 * <p>A class begins at a power of two and at each eighth of the way to the next. So a search for
 * jobs that are both narrow and short is misled only by those that are a little too wide, and by
 * none where widths are powers of two. Only classes of which there has been a job have bounds.
 *
 * <p>A bound whose job has left is too low, which is still a bound: it is loose until it is made
 * again. The estimates stand by class and then by block, so that a search reads one row of them.
 */
final class NeedBounds {
  private static final int FAN = NeedTree.FAN;
  private static final int SHIFT = NeedTree.SHIFT;
  private static final int NOBODY = Integer.MAX_VALUE;
  private static final int CLASS_BITS = 3;
  private static final int GAP_CLASS = classOf(Need.width(Need.NONE)); // the widest of all

  private final int levels;
  private final int[][] widths; // by level, then by block
  private final boolean[][] loose;
  private final int[][][] estimates; // by level, row and block; the first row is of nobody

  private final int[] rowOfClass = new int[GAP_CLASS + 1]; // of it or the widest narrower one
  private final boolean[] known = new boolean[GAP_CLASS + 1];
  private int rows = 1;
  private int[] least = new int[1];

  /** Room for the bounds of all blocks that lie within so many positions. */
  NeedBounds(int positions) {
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
      Arrays.fill(estimates[level][0], NOBODY);
    }
    admit(GAP_CLASS);
  }

  /** A wider job is never of a lower class. */
  private static int classOf(int width) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(width);
    int shift = Math.max(0, bits - 1 - CLASS_BITS);
    return (shift << CLASS_BITS) + (width >> shift);
  }

  /** How many levels there are; the blocks of the lowest, 0, hold positions. */
  int levels() {
    return levels;
  }

  /**
   * The first block from {@code block} on that may hold a job that is at most {@code width} wide
   * and {@code seconds} long, or at most {@code narrow} wide; {@code stop} if none before it does.
   */
  int next(int level, int block, int stop, int width, int seconds, int narrow) {
    int[] shortest = estimates[level][rowOfClass[classOf(width)]];
    int[] narrowest = widths[level];
    int longest = Math.min(seconds, NOBODY - 1);
    int b = block;
    while (b < stop && shortest[b] > longest && narrowest[b] > narrow) {
      b++;
    }
    return b;
  }

  /** Makes the bound of a block of the lowest level. */
  void bound(int block, long[] needs) {
    Arrays.fill(least, NOBODY);
    int narrowest = NOBODY;
    for (int i = block << SHIFT; i < block + 1 << SHIFT; i++) {
      long need = needs[i];
      int width = Need.width(need);
      int jobClass = classOf(width);
      if (!known[jobClass]) {
        admit(jobClass);
      }
      int row = rowOfClass[jobClass];
      narrowest = Math.min(narrowest, width);
      least[row] = Math.min(least[row], Need.estimate(need));
    }
    int shortest = NOBODY;
    for (int row = 0; row < rows; row++) {
      shortest = Math.min(shortest, least[row]);
      estimates[0][row][block] = shortest;
    }
    widths[0][block] = narrowest;
    loose[0][block] = false;
  }

  /** Makes the bound of a block of a higher level from those of the blocks in it. */
  void bound(int level, int block) {
    for (int row = 0; row < rows; row++) {
      estimates[level][row][block] = least(estimates[level - 1][row], block << SHIFT);
    }
    widths[level][block] = least(widths[level - 1], block << SHIFT);
    loose[level][block] = false;
  }

  private static int least(int[] values, int from) {
    int even = NOBODY; // two at once: a minimum waits for the one before it
    int odd = NOBODY;
    for (int i = from; i < from + FAN; i += 2) {
      even = Math.min(even, values[i]);
      odd = Math.min(odd, values[i + 1]);
    }
    return Math.min(even, odd);
  }

  /** Has a row for another class, of which there is nobody in the blocks so far. */
  private void admit(int jobClass) {
    int row = rowOfClass[jobClass] + 1;
    for (int level = 0; level < levels; level++) {
      estimates[level] = Arrays.copyOf(estimates[level], rows + 1);
      System.arraycopy(estimates[level], row, estimates[level], row + 1, rows - row);
      estimates[level][row] = estimates[level][row - 1].clone();
    }
    least = Arrays.copyOf(least, rows + 1);
    System.arraycopy(least, row, least, row + 1, rows - row);
    least[row] = NOBODY;
    rows++;
    known[jobClass] = true;
    for (int c = jobClass; c <= GAP_CLASS; c++) {
      rowOfClass[c]++;
    }
  }

  /** A need leaves a block. Returns whether the bound is loose now: it could be higher. */
  boolean loosen(int level, int block, long need) {
    int width = Need.width(need);
    if (widths[level][block] == width
        || estimates[level][rowOfClass[classOf(width)]][block] == Need.estimate(need)) {
      loose[level][block] = true;
      return true;
    }
    return false;
  }

  /** The bound may be too low. */
  void loosen(int level, int block) {
    loose[level][block] = true;
  }

  /** Whether the bound may be too low. */
  boolean isLoose(int level, int block) {
    return loose[level][block];
  }
}
