package io.gnomon.sim.study;

import io.gnomon.sim.policy.PolicySpec;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the simulations of one alternative gave, over all scenarios of a study. Immutable.
 *
 * <p>Its costs are kept in batches of jobs that were submitted at about the same time. Every job
 * counts in every alternative of a study, so the batches of two alternatives are pairs.
 */
public final class AlternativeResult {
  private final PolicySpec spec;
  private final CostSums figures;
  private final @Nullable Exclusion exclusion;
  private final boolean finalist;
  private final double meanCost;
  private final double backtestScore;
  private final GuardFigures guarded;

  public AlternativeResult(
      PolicySpec spec,
      CostSums figures,
      double backtestScore,
      @Nullable Exclusion exclusion,
      boolean finalist,
      GuardFigures guarded) {
    this.spec = spec;
    this.figures = figures;
    this.exclusion = exclusion;
    this.finalist = finalist;
    this.backtestScore = backtestScore;
    this.guarded = guarded;
    meanCost = figures.meanCost();
  }

  /** One without guards. */
  public AlternativeResult(
      PolicySpec spec,
      CostSums figures,
      double backtestScore,
      @Nullable Exclusion exclusion,
      boolean finalist) {
    this(spec, figures, backtestScore, exclusion, finalist, new GuardFigures(List.of()));
  }

  /** The policy simulated. */
  public PolicySpec spec() {
    return spec;
  }

  /**
   * The objective's mean cost of all jobs that were there or came before the horizon, those that
   * still wait then with the wait that they have had; 1 if there were none.
   */
  public double meanCost() {
    return meanCost;
  }

  /** The mean cost, and what the policy's service of the past weeks adds to it; least is best. */
  public double score() {
    return meanCost + backtestScore;
  }

  /** The mean bounded slowdown of the same jobs; 1 if there were none. */
  public double meanBoundedSlowdown() {
    return figures.meanSlowdown();
  }

  /** How many jobs counted, over all scenarios. */
  public int jobs() {
    return figures.jobs();
  }

  /** Why a study must not choose it, or null if it may. */
  public @Nullable Exclusion exclusion() {
    return exclusion;
  }

  /** The figures of the guards, by their place. */
  public GuardFigures guarded() {
    return guarded;
  }

  /** Whether a study may choose it. */
  public boolean eligible() {
    return exclusion == null;
  }

  /** Whether it was simulated in every scenario; one that dropped out of the race was not. */
  public boolean finalist() {
    return finalist;
  }

  /** The fraction of another's score that this one saves. */
  public double gainOver(AlternativeResult other) {
    return 1 - score() / other.score();
  }

  /**
   * The logarithm of another's mean cost over this one's, in each scenario in which both were
   * simulated.
   */
  public double[] logGainsOver(AlternativeResult other) {
    double[] costs = figures.meanCosts();
    double[] others = other.figures.meanCosts();
    return IntStream.range(0, costs.length)
        .filter(scenario -> costs[scenario] > 0 && others[scenario] > 0)
        .mapToDouble(scenario -> Math.log(others[scenario] / costs[scenario]))
        .toArray();
  }

  /**
   * How sure it is that this alternative's cost is below another's: the mean of the paired
   * differences of the batches over its standard error. 0 if there is nothing to compare.
   */
  public double significanceOver(AlternativeResult other) {
    double[] sums = figures.costs();
    double[] others = other.figures.costs();
    int batches = 0;
    double sum = 0;
    double squares = 0;
    for (int batch = 0; batch < sums.length; batch++) {
      if (figures.counts()[batch] > 0 && other.figures.counts()[batch] > 0) {
        double difference = others[batch] - sums[batch];
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
    return spec + " " + meanCost + (exclusion == null ? "" : " " + exclusion);
  }
}
