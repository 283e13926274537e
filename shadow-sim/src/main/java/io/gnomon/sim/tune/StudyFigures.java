package io.gnomon.sim.tune;

import java.util.Arrays;

/**
 * Sums over the jobs of one alternative, by batch.
 *
 * @param costs of the objective
 * @param slowdowns bounded
 * @param counts of jobs
 */
record StudyFigures(double[] costs, double[] slowdowns, int[] counts) {
  static StudyFigures of(int batches) {
    return new StudyFigures(new double[batches], new double[batches], new int[batches]);
  }

  int jobs() {
    return Arrays.stream(counts).sum();
  }

  double meanCost() {
    return mean(costs);
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
