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
  private static final double LEAST_WAIT = 60; // ratios of shorter waits mean little

  private final StudyCriteria criteria;
  private final int batches;
  private final @Nullable CostMeter[][] meters;
  private final List<PolicySpec> specs;
  private final List<PolicySequence> sequences;
  private final PastEvidence past;

  StudyProgress(
      StudyDesign design,
      int horizonSeconds,
      List<PolicySpec> specs,
      List<PolicySequence> sequences,
      int scenarios,
      PastEvidence past) {
    this.specs = specs;
    this.sequences = sequences;
    this.past = past;
    criteria = design.criteria();
    batches = CostMeter.batches(horizonSeconds, design.batchSeconds());
    meters = new CostMeter[specs.size() + sequences.size()][scenarios];
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
      CostSums figures = finalist ? comparable(i, reference) : figures(i);
      results.add(
          new AlternativeResult(
              specs.get(i), figures, backtestScore(i, figures), exclusion, finalist, guards(i)));
    }
    return results;
  }

  /** The results of the sequences, each with the name of its last policy; empty until all ended. */
  synchronized List<AlternativeResult> ofSequences() {
    int reference = specs.indexOf(criteria.reference());
    List<AlternativeResult> results = new ArrayList<>();
    for (int i = specs.size(); i < meters.length; i++) {
      if (!simulated(i, meters[i].length)) {
        return List.of();
      }
      PolicySpec last = sequences.get(i - specs.size()).last();
      results.add(new AlternativeResult(last, comparable(i, reference), 0, null, true, guards(i)));
    }
    return results;
  }

  /** The figures of an alternative, with the factor for the worst-off category if there is one. */
  private CostSums comparable(int alternative, int reference) {
    CostSums figures = figures(alternative);
    if (reference >= 0) {
      figures.scaleCosts(categoryFactor(alternative, reference));
    }
    return figures;
  }

  /** The factor of an alternative's costs for the waits of the worst-off category, at least 1. */
  private double categoryFactor(int alternative, int reference) {
    if (criteria.categoryExponent() == 0) {
      return 1;
    }
    double excess =
        categories(alternative).worst(0) / Math.max(LEAST_WAIT, categories(reference).worst(0));
    return Math.pow(Math.max(1, excess), criteria.categoryExponent());
  }

  private GuardFigures categories(int alternative) {
    GuardFigures figures = new GuardFigures(List.of(CategoryWaits.FOUR));
    for (CostMeter meter : meters[alternative]) {
      if (meter != null) {
        figures.add(meter.categories());
      }
    }
    return figures;
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
