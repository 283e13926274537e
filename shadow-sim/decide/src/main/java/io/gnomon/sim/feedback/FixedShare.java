package io.gnomon.sim.feedback;

import java.util.Arrays;

/**
 * The fixed-share forecaster: tracks the best of several experts when another one may become the
 * best (M. Herbster and M. Warmuth, Tracking the best expert, Machine Learning 32, 1998). It is
 * Hedge (Y. Freund and R. Schapire, A decision-theoretic generalization of on-line learning and an
 * application to boosting, Journal of Computer and System Sciences 55, 1997) in which each expert
 * gives a part of its weight to all after each trial.
 *
 * <p>In each trial the weighted mean of the losses is the forecaster's loss. Over {@code n} trials
 * it exceeds the loss of the best sequence of experts with one change by at most {@code (2 ln N -
 * ln(share) - (n - 2) ln(1 - share)) / rate + rate n / 8} (N. Cesa-Bianchi and G. Lugosi,
 * Prediction, Learning, and Games, 2006, theorem 5.2).
 *
 * @param rate learning rate, greater than 0
 * @param share part of the weights that is shared after each trial, from 0 to below 1
 */
public record FixedShare(double rate, double share) {
  /** Checks the ranges. */
  public FixedShare {
    if (!(rate > 0) || !(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "a fixed share with rate %s and share %s is not allowed: the rate must be greater than 0, the share from 0 to below 1"
              .formatted(rate, share));
    }
  }

  /**
   * The forecaster that minimises the bound for one change among the trials.
   *
   * @param experts at least 2
   * @param trials at least 1
   */
  public static FixedShare forOneChange(int experts, int trials) {
    double share = trials < 3 ? 0 : 1.0 / (trials - 1);
    double bits = trials < 3 ? 0 : -Math.log(share) - (trials - 2) * Math.log(1 - share);
    return new FixedShare(Math.sqrt(8 * (2 * Math.log(experts) + bits) / trials), share);
  }

  /**
   * The weights after all trials, which sum up to 1. Takes O(trials × experts).
   *
   * @param losses by trial and expert, from 0 to 1
   * @param experts at least 1
   */
  public double[] weights(double[][] losses, int experts) {
    double[] weights = new double[experts];
    Arrays.fill(weights, 1.0 / experts);
    for (double[] trial : losses) {
      double sum = 0;
      for (int i = 0; i < experts; i++) {
        weights[i] *= Math.exp(-rate * trial[i]);
        sum += weights[i];
      }
      for (int i = 0; i < experts; i++) {
        weights[i] = (1 - share) * weights[i] / sum + share / experts;
      }
    }
    return weights;
  }
}
