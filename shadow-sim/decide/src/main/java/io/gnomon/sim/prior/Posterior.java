package io.gnomon.sim.prior;

import io.gnomon.sim.prior.Evidence.Comparison;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.Exclusion;
import io.gnomon.sim.study.WaitRatios;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is known about policies on one cluster: the mean of what they cost on other clusters and of
 * what they would have cost here, in logarithms. The prior counts for a number of weeks, the
 * evidence for the weeks in which the policies differed. This is the posterior mean of a normal
 * distribution with a normal prior whose variance is that of a week's evidence divided by that
 * number (A. Gelman et al., Bayesian Data Analysis, 3rd edition, 2013, section 2.5). Not
 * thread-safe, as the evidence is not.
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
   * The standard deviation of that gain: the spread over the other clusters, times the square root
   * of the share of the weight that the prior has beside the evidence.
   */
  public double deviation(Spec policy, Spec other) {
    double weeks = rules.priorWeeks() + evidence.compare(policy, other).weeks();
    return weeks == 0 ? 0 : prior.deviation(policy, other) * Math.sqrt(rules.priorWeeks() / weeks);
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
