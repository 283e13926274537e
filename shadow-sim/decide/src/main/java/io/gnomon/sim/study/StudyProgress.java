package io.gnomon.sim.study;

import io.gnomon.sim.spec.Spec;
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
  private final List<Spec> specs;
  private final List<PolicySequence> sequences;
  private final PastEvidence past;

  StudyProgress(
      StudyDesign design,
      int horizonSeconds,
      List<Spec> specs,
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
      CostSums figures = figures(i);
      results.add(
          new AlternativeResult(
              specs.get(i),
              figures,
              backtestScore(i, figures),
              exclusion,
              finalist,
              guards(i),
              finalist ? waits(i, reference) : WaitRatios.EQUAL));
    }
    return results;
  }

  /** The results of the sequences, each with the name of its last policy; empty until all ended. */
  synchronized List<AlternativeResult> ofSequences() {
    List<AlternativeResult> results = new ArrayList<>();
    for (int i = specs.size(); i < meters.length; i++) {
      if (!simulated(i, meters[i].length)) {
        return List.of();
      }
      Spec last = sequences.get(i - specs.size()).last();
      results.add(new AlternativeResult(last, figures(i), 0, null, true, guards(i)));
    }
    return results;
  }

  private WaitRatios waits(int alternative, int reference) {
    return criteria.comparesWaits()
        ? new WaitRatios(
            WaitRatios.ratio(categories(alternative).worst(0), categories(reference).worst(0)),
            WaitRatios.ratio(figures(alternative).longestWait(), figures(reference).longestWait()))
        : WaitRatios.EQUAL;
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
        meter.copyInto(figures, scenario);
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
