package io.gnomon.sim.policy.probabilistic;

import java.util.Arrays;

/**
 * The dynamic program M (Nissimov and Feitelson 2008, section 4): with jobs that end independently
 * by a time, the probability that at least c processors have been released. Jobs are added one by
 * one, each in O(c).
 */
final class ReleaseDistribution {
  private double[] atLeast = new double[64];
  private int most;

  /** No job yet: none is released for sure. */
  void clear(int mostProcessors) {
    most = mostProcessors;
    if (most >= atLeast.length) {
      atLeast = new double[2 * most];
    }
    atLeast[0] = 1;
    Arrays.fill(atLeast, 1, most + 1, 0);
  }

  /** One more job, which has ended and released its processors with some probability. */
  void add(int processors, double probability) {
    int whole = Math.min(processors, most + 1);
    for (int c = most; c >= whole; c--) {
      atLeast[c] += (atLeast[c - processors] - atLeast[c]) * probability;
    }
    for (int c = whole - 1; c > 0; c--) {
      atLeast[c] += (1 - atLeast[c]) * probability;
    }
  }

  /** The probability that at least {@code processors} have been released, up to the most asked. */
  double atLeast(int processors) {
    return atLeast[processors];
  }
}
