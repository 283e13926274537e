package io.gnomon.sim.assess;

import io.gnomon.sim.assess.change.Change;
import io.gnomon.sim.assess.figure.Evaluation;
import io.gnomon.sim.assess.figure.Gain;
import io.gnomon.sim.assess.figure.GainTest;
import io.gnomon.sim.assess.figure.Sums;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds changes one by one, each time the one that adds most (greedy search).
 *
 * @param simulations of the record
 * @param inForce figures of the configuration in force
 * @param rule says what is advised
 * @param seed of intervals
 */
record Combinations(Simulations simulations, Evaluation inForce, AdviceRule rule, long seed) {
  private static final int MOST_CHANGES = 3;
  private static final int PARTNERS = 5;

  /**
   * Combinations of one change, two and three, as long as each adds something.
   *
   * @param candidates the best first
   */
  List<Step> of(List<Candidate> candidates) {
    List<Candidate> advisable =
        candidates.stream()
            .filter(one -> isAdvisable(one.change()))
            .filter(one -> one.gain().combined() > 0 && !one.gain().isMixed())
            .toList();
    List<Step> steps = new ArrayList<>();
    if (advisable.isEmpty()) {
      return steps;
    }
    Candidate best = advisable.get(0);
    Step last =
        new Step(List.of(best.change()), best.figures(), best.gain(), best.gain(), best.verdict());
    while (last != null) {
      steps.add(last);
      last = steps.size() < MOST_CHANGES ? next(last, advisable) : null;
    }
    return steps;
  }

  /** Another policy is advised only where the record does not say how the scheduler is set. */
  private boolean isAdvisable(Change change) {
    return change.means().isConfiguration() || !simulations.recorded().hasNodes();
  }

  private @Nullable Step next(Step last, List<Candidate> advisable) {
    List<List<Change>> combinations = new ArrayList<>();
    advisable.stream()
        .map(Candidate::change)
        .filter(change -> last.changes().stream().allMatch(one -> one.isCompatible(change)))
        .limit(PARTNERS)
        .forEach(
            change -> {
              List<Change> combination = new ArrayList<>(last.changes());
              combination.add(change);
              combinations.add(combination);
            });
    if (combinations.isEmpty()) {
      return null;
    }
    List<Evaluation> figures = simulations.of(combinations, done -> {});
    List<List<Sums>> sums = figures.stream().map(Evaluation::blocks).toList();
    List<Gain> added = new GainTest(last.figures().blocks(), seed).gains(sums, MOST_CHANGES);
    List<Gain> gains = new GainTest(inForce.blocks(), seed).gains(sums, MOST_CHANGES);
    int best = 0;
    for (int i = 1; i < added.size(); i++) {
      best = added.get(i).combined() > added.get(best).combined() ? i : best;
    }
    Gain more = added.get(best);
    return more.combined() <= 0
        ? null
        : new Step(
            combinations.get(best), figures.get(best), gains.get(best), more, rule.ofFurther(more));
  }
}
