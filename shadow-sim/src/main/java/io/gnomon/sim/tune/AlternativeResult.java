package io.gnomon.sim.tune;

import io.gnomon.sim.policy.PolicySpec;

/**
 * What the simulations of one alternative gave, over all futures of a study. Immutable.
 *
 * <p>Its slowdowns are kept in batches of jobs that were submitted at about the same time. Every
 * job counts in every alternative of a study, so the batches of two alternatives are pairs.
 */
public final class AlternativeResult {
  private final PolicySpec spec;
  private final double[] sums;
  private final int[] counts;
  private final double mean;
  private final int jobs;

  AlternativeResult(PolicySpec spec, double[] sums, int[] counts) {
    this.spec = spec;
    this.sums = sums;
    this.counts = counts;
    double sum = 0;
    int count = 0;
    for (int batch = 0; batch < sums.length; batch++) {
      sum += sums[batch];
      count += counts[batch];
    }
    jobs = count;
    mean = count == 0 ? 1 : sum / count;
  }

  /** The policy simulated. */
  public PolicySpec spec() {
    return spec;
  }

  /**
   * The mean bounded slowdown of all jobs that were there or came before the horizon, those that
   * still wait then with the wait that they have had; 1 if there were none.
   */
  public double meanBoundedSlowdown() {
    return mean;
  }

  /** How many jobs counted, over all futures. */
  public int jobs() {
    return jobs;
  }

  /**
   * How sure it is that this alternative's slowdown is below another's: the mean of the paired
   * differences of the batches over its standard error. 0 if there is nothing to compare.
   */
  public double significanceOver(AlternativeResult other) {
    int batches = 0;
    double sum = 0;
    double squares = 0;
    for (int batch = 0; batch < sums.length; batch++) {
      if (counts[batch] > 0) {
        double difference = other.sums[batch] - sums[batch];
        batches++;
        sum += difference;
        squares += difference * difference;
      }
    }
    if (batches < 2) {
      return 0;
    }
    double variance = Math.max(0, squares - sum * sum / batches) / (batches - 1);
    if (variance == 0) {
      return sum == 0 ? 0 : Math.copySign(Double.POSITIVE_INFINITY, sum);
    }
    return sum / batches / Math.sqrt(variance / batches);
  }

  @Override
  public String toString() {
    return spec + " " + mean;
  }
}
