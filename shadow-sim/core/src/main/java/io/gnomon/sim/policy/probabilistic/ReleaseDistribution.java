package io.gnomon.sim.policy.probabilistic;

import java.util.Arrays;

/**
 * The dynamic program M (Nissimov and Feitelson 2008, section 4): for jobs that end independently
 * by a time, the probability that at least c processors have been released. Jobs are added one by
 * one, each in O(c), from one array into another so that the loop can be vectorised; processors
 * that are certainly released are only counted.
 */
final class ReleaseDistribution {
  private double[] atLeast = new double[64];
  private double[] next = new double[64];
  private int most;
  private int sure;

  /**
   * Resets to the jobs that have certainly ended.
   *
   * @param mostProcessors maximum of interest
   * @param sureProcessors processors that are certainly released
   */
  void clear(int mostProcessors, int sureProcessors) {
    most = mostProcessors;
    sure = sureProcessors;
    if (most >= atLeast.length) {
      atLeast = new double[2 * most];
      next = new double[2 * most];
    }
    atLeast[0] = 1;
    if (sure < most) {
      Arrays.fill(atLeast, 1, most - sure + 1, 0);
    }
  }

  /** Adds a job that has ended with a probability below 1. */
  void add(int processors, double probability) {
    double[] from = atLeast;
    double[] to = next;
    int open = most - sure; // fewer are certainly released
    int whole = Math.min(processors, open + 1);
    to[0] = 1;
    for (int c = 1; c < whole; c++) {
      to[c] = from[c] + (1 - from[c]) * probability;
    }
    for (int c = whole; c <= open; c++) {
      to[c] = from[c] + (from[c - whole] - from[c]) * probability;
    }
    next = from;
    atLeast = to;
  }

  /** Copies {@link #atLeast} of each number in a range, from {@code at}. */
  void copy(int from, int to, double[] into, int at) {
    int certain = Math.min(to, sure);
    if (certain >= from) {
      Arrays.fill(into, at + from, at + certain + 1, 1);
    }
    int first = Math.max(from, certain + 1);
    if (first <= to) {
      System.arraycopy(atLeast, first - sure, into, at + first, to - first + 1);
    }
  }

  /**
   * The probability that at least {@code processors}, at most the maximum of interest, have been
   * released.
   */
  double atLeast(int processors) {
    return processors <= sure ? 1 : atLeast[processors - sure];
  }
}
