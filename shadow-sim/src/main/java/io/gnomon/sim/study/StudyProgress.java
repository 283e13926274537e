package io.gnomon.sim.study;

import io.gnomon.sim.policy.PolicySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The results of the simulations of a study so far. Each simulation fills an entry of its own.
 * Thread-safe.
 */
final class StudyProgress {
  private final StudyCriteria criteria;
  private final int batches;
  private final @Nullable CostMeter[][] meters;
  private final List<PolicySpec> specs;
  private final PastEvidence past;

  StudyProgress(
      StudyCriteria criteria,
      int horizonSeconds,
      List<PolicySpec> specs,
      int scenarios,
      PastEvidence past) {
    this.specs = specs;
    this.past = past;
    this.criteria = criteria;
    batches = CostMeter.batches(horizonSeconds);
    meters = new CostMeter[specs.size()][scenarios];
  }

  synchronized void ended(int alternative, int scenario, CostMeter meter) {
    meters[alternative][scenario] = meter;
  }

  /** Whether an alternative has been simulated in each of the first {@code count} scenarios. */
  synchronized boolean simulated(int alternative, int count) {
    return Arrays.stream(meters[alternative]).limit(count).allMatch(Objects::nonNull);
  }

  /**
   * The mean cost of an alternative in the scenarios that it was simulated in, plus its backtest
   * score.
   */
  synchronized double score(int alternative) {
    CostSums figures = figures(alternative);
    return figures.meanCost() + backtestScore(alternative, figures);
  }

  /** The backtest score of an alternative, per job. */
  private double backtestScore(int alternative, CostSums figures) {
    int scenarios = 0;
    for (CostMeter meter : meters[alternative]) {
      scenarios += meter == null ? 0 : 1;
    }
    double ofAll = scenarios * past.backtestCost().applyAsDouble(specs.get(alternative));
    return ofAll / Math.max(1, figures.jobs());
  }

  /**
   * The results of the eligible alternatives that have been simulated.
   *
   * @param eligible number of alternatives that may be chosen; they come first
   * @param finalists alternatives that were simulated in every scenario
   * @param finalistsOnly whether to leave out alternatives simulated in fewer scenarios
   */
  synchronized List<AlternativeResult> results(
      int eligible, List<Integer> finalists, boolean finalistsOnly) {
    int reference = specs.indexOf(criteria.reference());
    List<AlternativeResult> results = new ArrayList<>();
    for (int i = 0; i < eligible; i++) {
      boolean finalist = finalists.contains(i);
      if (!simulated(i, 1) || (finalistsOnly && !finalist)) {
        continue;
      }
      boolean guarded = finalist && (reference >= 0 || !criteria.usesReference());
      @Nullable Exclusion exclusion =
          guarded ? guards(i).broken(guards(Math.max(0, reference)), guards(0)) : null;
      if (i > 0) {
        exclusion = past.mistakes().getOrDefault(specs.get(i), exclusion);
      }
      CostSums figures = figures(i);
      results.add(
          new AlternativeResult(
              specs.get(i), figures, backtestScore(i, figures), exclusion, finalist, guards(i)));
    }
    return results;
  }

  private CostSums figures(int alternative) {
    CostSums figures = CostSums.of(meters[alternative].length, batches);
    for (int scenario = 0; scenario < meters[alternative].length; scenario++) {
      CostMeter meter = meters[alternative][scenario];
      if (meter != null) {
        meter.copyInto(figures, scenario * batches);
      }
    }
    return figures;
  }

  private GuardFigures guards(int alternative) {
    GuardFigures figures = new GuardFigures(criteria.guards());
    for (CostMeter meter : meters[alternative]) {
      if (meter != null) {
        figures.add(meter.guarded());
      }
    }
    return figures;
  }
}
