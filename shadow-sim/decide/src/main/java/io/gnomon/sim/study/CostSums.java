package io.gnomon.sim.study;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Sums over the jobs of one alternative, by batch, scenario after scenario.
 *
 * @param scenarios number of scenarios
 * @param costs sum of the objective's costs in each batch
 * @param slowdowns sum of the bounded slowdowns in each batch
 * @param counts number of jobs in each batch
 * @param longestWaits longest wait in seconds in each scenario; 0 if it was not simulated
 */
public record CostSums(
    int scenarios, double[] costs, double[] slowdowns, int[] counts, int[] longestWaits) {
  /** Sums without waits. */
  public CostSums(int scenarios, double[] costs, double[] slowdowns, int[] counts) {
    this(scenarios, costs, slowdowns, counts, new int[scenarios]);
  }

  static CostSums of(int scenarios, int batchesOfOne) {
    int batches = scenarios * batchesOfOne;
    return new CostSums(scenarios, new double[batches], new double[batches], new int[batches]);
  }

  int jobs() {
    return Arrays.stream(counts).sum();
  }

  double meanCost() {
    return mean(costs);
  }

  /** The mean cost in each scenario; 0 if it was not simulated or had no jobs. */
  double[] meanCosts() {
    double[] means = new double[scenarios];
    int batches = costs.length / scenarios;
    for (int scenario = 0; scenario < scenarios; scenario++) {
      int jobs = 0;
      for (int batch = scenario * batches; batch < (scenario + 1) * batches; batch++) {
        means[scenario] += costs[batch];
        jobs += counts[batch];
      }
      means[scenario] /= Math.max(1, jobs);
    }
    return means;
  }

  /** The longest wait in seconds: the mean over the scenarios that have jobs; 0 without jobs. */
  double longestWait() {
    int batches = counts.length / scenarios;
    return IntStream.range(0, scenarios)
        .filter(
            scenario ->
                Arrays.stream(counts, scenario * batches, (scenario + 1) * batches).sum() > 0)
        .map(scenario -> longestWaits[scenario])
        .average()
        .orElse(0);
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
