package io.gnomon.sim.study;

import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The results of one alternative over all scenarios of a study. Immutable.
 *
 * <p>Costs are kept in batches of jobs that were submitted at about the same time. Every job counts
 * in every alternative of a study, so the batches of two alternatives are paired.
 */
public final class AlternativeResult {
  private final Spec spec;
  private final CostSums figures;
  private final @Nullable Exclusion exclusion;
  private final boolean finalist;
  private final double meanCost;
  private final double backtestScore;
  private final GuardFigures guarded;
  private final WaitRatios waits;

  public AlternativeResult(
      Spec spec,
      CostSums figures,
      double backtestScore,
      @Nullable Exclusion exclusion,
      boolean finalist,
      GuardFigures guarded,
      WaitRatios waits) {
    this.spec = spec;
    this.figures = figures;
    this.exclusion = exclusion;
    this.finalist = finalist;
    this.backtestScore = backtestScore;
    this.guarded = guarded;
    this.waits = waits;
    meanCost = figures.meanCost();
  }

  /** A result whose waits are not compared. */
  public AlternativeResult(
      Spec spec,
      CostSums figures,
      double backtestScore,
      @Nullable Exclusion exclusion,
      boolean finalist,
      GuardFigures guarded) {
    this(spec, figures, backtestScore, exclusion, finalist, guarded, WaitRatios.EQUAL);
  }

  /** A result without guards. */
  public AlternativeResult(
      Spec spec,
      CostSums figures,
      double backtestScore,
      @Nullable Exclusion exclusion,
      boolean finalist) {
    this(spec, figures, backtestScore, exclusion, finalist, new GuardFigures(List.of()));
  }

  /** The simulated policy. */
  public Spec spec() {
    return spec;
  }

  /**
   * The objective's mean cost of all jobs that were active at the start or arrived before the
   * horizon; 1 if there were none. Jobs that wait at the horizon count with their wait so far.
   */
  public double meanCost() {
    return meanCost;
  }

  /** The sums over its jobs by batch: those present at the start, then by time of submission. */
  public CostSums figures() {
    return figures;
  }

  /** The mean cost plus the backtest score per job; lower is better. */
  public double score() {
    return meanCost + backtestScore;
  }

  /** The mean bounded slowdown of the same jobs; 1 if there were none. */
  public double meanBoundedSlowdown() {
    return figures.meanSlowdown();
  }

  /** The longest wait of these jobs in seconds, the mean over the scenarios. */
  public double longestWait() {
    return figures.longestWait();
  }

  /** The number of jobs that counted, over all scenarios. */
  public int jobs() {
    return figures.jobs();
  }

  /** The reason why a study must not choose this alternative, or null. */
  public @Nullable Exclusion exclusion() {
    return exclusion;
  }

  /** The waits compared with the reference, if the criteria ask for it. */
  public WaitRatios waits() {
    return waits;
  }

  /** The figures of the guards. */
  public GuardFigures guarded() {
    return guarded;
  }

  /** Whether a study may choose this alternative. */
  public boolean eligible() {
    return exclusion == null;
  }

  /** Whether it was simulated in every scenario; false if it dropped out of the race. */
  public boolean finalist() {
    return finalist;
  }

  /** The fraction of another alternative's score that this one saves. */
  public double gainOver(AlternativeResult other) {
    return 1 - score() / other.score();
  }

  /** The fraction of another alternative's mean bounded slowdown that this one saves. */
  public PairedGain slowdownGainOver(AlternativeResult other) {
    return PairedGain.between(figures, other.figures);
  }

  /**
   * The natural logarithms of the other's mean cost divided by this one's, for the scenarios in
   * which both were simulated.
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
   * The significance of this alternative's lower cost: the mean of the paired batch differences
   * divided by its standard error. It is 0 if fewer than two batches can be compared, and infinite
   * if all differences are the same and not 0.
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
