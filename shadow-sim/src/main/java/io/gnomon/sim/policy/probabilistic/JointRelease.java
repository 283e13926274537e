package io.gnomon.sim.policy.probabilistic;

import java.util.Arrays;

/**
 * With jobs that end independently: the probability that by a time less than some number of
 * processors has been released, and by a later time exactly so many.
 */
final class JointRelease {
  private double[] table = new double[0]; // by what was released first, and by what later
  private double[] next = new double[0];
  private int firstLess;
  private int laterLess;

  /**
   * No job yet: nothing is released.
   *
   * @param needed what must not be released by the earlier time, at least 1
   * @param most what is not told apart by the later time, at least as many
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

  /** One more job, which has ended by either time with these probabilities. */
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

  /** The probability of exactly {@code released} by the later time, and too little before. */
  double before(int released) {
    double sum = 0;
    for (int first = 0; first < firstLess; first++) {
      sum += table[first * laterLess + released];
    }
    return sum;
  }
}
