package io.gnomon.sim.policy.probabilistic;

import java.util.Arrays;

/**
 * For jobs that end independently: the probability that fewer than a number of processors have been
 * released by a time, and exactly a number by a later time.
 */
final class JointRelease {
  private double[] table = new double[0]; // by processors released first and later
  private double[] next = new double[0];
  private int firstLess;
  private int laterLess;

  /**
   * Resets to no jobs: nothing is released.
   *
   * @param needed processors not released by the earlier time, at least 1
   * @param most maximum number of processors distinguished at the later time, at least {@code
   *     needed}
   */
  void clear(int needed, int most) {
    firstLess = needed;
    laterLess = most;
    int cells = firstLess * laterLess;
    if (table.length < cells) {
      table = new double[2 * cells];
      next = new double[2 * cells];
    }
    Arrays.fill(table, 0, cells, 0);
    table[0] = 1;
  }

  /** Adds a job with its probabilities of having ended by each time. */
  void add(int processors, double byFirst, double byLater) {
    double not = 1 - byLater;
    double between = byLater - byFirst;
    for (int first = 0; first < firstLess; first++) {
      int row = first * laterLess;
      for (int later = 0; later < laterLess; later++) {
        next[row + later] = table[row + later] * not;
      }
      for (int later = processors; later < laterLess; later++) {
        next[row + later] += table[row + later - processors] * between;
      }
      if (first >= processors && byFirst > 0) {
        int from = (first - processors) * laterLess - processors;
        for (int later = processors; later < laterLess; later++) {
          next[row + later] += table[from + later] * byFirst;
        }
      }
    }
    double[] swap = table;
    table = next;
    next = swap;
  }

  /**
   * The probability that exactly {@code released} processors are released by the later time, and
   * too few before.
   */
  double before(int released) {
    double sum = 0;
    for (int first = 0; first < firstLess; first++) {
      sum += table[first * laterLess + released];
    }
    return sum;
  }
}
