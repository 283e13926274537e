package io.gnomon.sim.study;

import java.util.Arrays;

/**
 * Sums over the jobs of one alternative, by batch, future after future.
 *
 * @param futures how many
 * @param costs of the objective
 * @param slowdowns bounded
 * @param counts of jobs
 */
public record CostSums(int futures, double[] costs, double[] slowdowns, int[] counts) {
  static CostSums of(int futures, int batchesOfOne) {
    int batches = futures * batchesOfOne;
    return new CostSums(futures, new double[batches], new double[batches], new int[batches]);
  }

  int jobs() {
    return Arrays.stream(counts).sum();
  }

  double meanCost() {
    return mean(costs);
  }

  /** The mean cost in each future; 0 where it was not simulated or had no jobs. */
  double[] meanCosts() {
    double[] means = new double[futures];
    int batches = costs.length / futures;
    for (int future = 0; future < futures; future++) {
      int jobs = 0;
      for (int batch = future * batches; batch < (future + 1) * batches; batch++) {
        means[future] += costs[batch];
        jobs += counts[batch];
      }
      means[future] /= Math.max(1, jobs);
    }
    return means;
  }

  double meanSlowdown() {
    return mean(slowdowns);
  }

  private double mean(double[] sums) {
    double sum = 0;
    for (double one : sums) {
      sum += one;
    }
    int jobs = jobs();
    return jobs == 0 ? 1 : sum / jobs;
  }
}
