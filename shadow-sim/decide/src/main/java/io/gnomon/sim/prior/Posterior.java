package io.gnomon.sim.prior;

import io.gnomon.sim.prior.Evidence.Comparison;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.Exclusion;
import io.gnomon.sim.study.WaitRatios;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is known about policies on one cluster: what they cost on other clusters, and what they
 * would have cost here, in logarithms. Not thread-safe, as the evidence is not.
 *
 * <p>The expected gain is a weighted mean: the prior counts for a number of weeks, the evidence for
 * the weeks in which the policies differed. The chance of a loss is that of the normal distribution
 * that combines both by their own errors, the spread over the other clusters and the standard error
 * over the weeks of this one (A. Gelman et al., Bayesian Data Analysis, 3rd edition, 2013, section
 * 2.5). An unknown error is infinite and has no weight.
 *
 * @param prior results on other clusters
 * @param evidence of this cluster
 * @param rules the constants
 */
public record Posterior(Prior prior, Evidence evidence, PosteriorRules rules) {
  private static final double MOST_CATEGORY = 1.05;
  private static final double MOST_LONGEST = 4;

  /**
   * The expected gain of a policy over another one: the natural logarithm of the other's cost
   * divided by its own. Positive if it is better.
   */
  public double gain(Spec policy, Spec other) {
    double before = prior.logCost(policy) - prior.logCost(other);
    return -mean(before, evidence.compare(policy, other));
  }

  /**
   * That gain with the prior and the evidence weighted by the inverse of their variances: the mean
   * of the normal distribution by which the chance of a loss is judged.
   */
  public double combinedGain(Spec policy, Spec other) {
    Comparison seen = evidence.compare(policy, other);
    double share = share(prior.deviation(policy, other), seen.error());
    double before = prior.logCost(policy) - prior.logCost(other);
    return -((1 - share) * before + share * seen.logCost());
  }

  /** The standard deviation of the combined gain; infinite if both errors are unknown. */
  public double deviation(Spec policy, Spec other) {
    double spread = prior.deviation(policy, other);
    double error = evidence.compare(policy, other).error();
    double share = share(spread, error);
    return Math.min(spread, error) * Math.sqrt(Math.max(share, 1 - share));
  }

  /** The weight of the evidence beside the prior, from 0 to 1. */
  private static double share(double spread, double error) {
    double ratio = spread == error ? 1 : error / spread;
    return 1 / (1 + ratio * ratio);
  }

  /**
   * The limit on waits that a change is expected to break, or null. Compared with EASY, the mean
   * wait of the worst-off of four categories may be 1.05 times as long and the longest wait four
   * times, or as long as under the policy in force.
   *
   * @param inForce the policy that would be replaced
   */
  public @Nullable Exclusion broken(Spec policy, Spec inForce) {
    if (longer(policy, inForce, WaitRatios::worstCategory, MOST_CATEGORY)) {
      return Exclusion.brokenGuard("worst-off category");
    }
    return longer(policy, inForce, WaitRatios::longest, MOST_LONGEST)
        ? Exclusion.brokenGuard("longest wait")
        : null;
  }

  private boolean longer(
      Spec policy, Spec inForce, ToDoubleFunction<WaitRatios> ratio, double most) {
    return waits(policy, ratio) > Math.max(most, waits(inForce, ratio));
  }

  private double waits(Spec policy, ToDoubleFunction<WaitRatios> ratio) {
    double before = prior.meanLog(policy, result -> ratio.applyAsDouble(result.waits()));
    return Math.exp(mean(before, evidence.waits(policy, ratio)));
  }

  private double mean(double before, Comparison seen) {
    double weight = rules.priorWeeks() + seen.weeks();
    return weight == 0 ? 0 : (rules.priorWeeks() * before + seen.weeks() * seen.logCost()) / weight;
  }
}
