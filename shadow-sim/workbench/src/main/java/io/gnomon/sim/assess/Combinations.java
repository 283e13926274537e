package io.gnomon.sim.assess;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Gain;
import io.gnomon.sim.assess.figure.GainTest;
import io.gnomon.sim.assess.figure.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Adds changes one by one, each time the one that adds most (greedy search), while the last one is
 * advised. Changes that add nothing to the first one are not added to more.
 *
 * @param simulations of the record
 * @param inForce figures of the configuration in force
 * @param rule says what is advised
 * @param seed of intervals
 * @param progress receives the fraction of the simulations of each step that are done
 */
record Combinations(
    Simulations simulations,
    ConfigurationFigures inForce,
    AdviceRule rule,
    long seed,
    DoubleConsumer progress) {
  private static final int MOST_CHANGES = 3;
  private static final int PARTNERS = 5;

  /**
   * Combinations of one change, two and three, as long as each adds something.
   *
   * @param candidates the best first
   */
  List<CombinedChanges> of(List<Candidate> candidates) {
    List<Candidate> advisable =
        candidates.stream()
            .filter(one -> isAdvisable(one.change(), simulations.recorded()))
            .filter(one -> one.gain().combined() > 0 && !one.gain().isMixed())
            .toList();
    List<CombinedChanges> steps = new ArrayList<>();
    if (advisable.isEmpty()) {
      return steps;
    }
    Candidate best = advisable.get(0);
    List<SiteChange> first = List.of(best.change());
    CombinedChanges last =
        new CombinedChanges(
            first,
            simulations.of(first, 0),
            best.figures(),
            best.gain(),
            best.gain(),
            best.verdict());
    steps.add(last);
    List<SiteChange> partners =
        advisable.stream()
            .map(Candidate::change)
            .filter(best.change()::isCompatible)
            .limit(PARTNERS)
            .toList();
    while (steps.size() < MOST_CHANGES && last.verdict() == Verdict.ADVISED) {
      Further further = further(last, partners);
      if (further == null) {
        break;
      }
      last = further.step();
      steps.add(last);
      partners = further.partners();
    }
    return steps;
  }

  /** A further step, and the changes that may be added to it, as they added to the last one. */
  private record Further(CombinedChanges step, List<SiteChange> partners) {}

  /** Another policy is advised only where the record does not say how the scheduler is set. */
  static boolean isAdvisable(SiteChange change, SimulatedSite recorded) {
    return change.means().isConfiguration() || !recorded.hasNodes();
  }

  private @Nullable Further further(CombinedChanges last, List<SiteChange> partners) {
    if (partners.isEmpty()) {
      return null;
    }
    List<List<SiteChange>> combinations =
        partners.stream().map(partner -> with(last.changes(), partner)).toList();
    List<ConfigurationFigures> figures = simulations.of(combinations, progress);
    List<List<Sums>> sums = figures.stream().map(ConfigurationFigures::blocks).toList();
    List<Gain> added = new GainTest(last.figures().blocks(), seed).gains(sums, MOST_CHANGES);
    List<Gain> gains = new GainTest(inForce.blocks(), seed).gains(sums, MOST_CHANGES);
    int best = 0;
    for (int i = 1; i < added.size(); i++) {
      best = added.get(i).combined() > added.get(best).combined() ? i : best;
    }
    Gain more = added.get(best);
    if (more.combined() <= 0) {
      return null;
    }
    SiteChange chosen = partners.get(best);
    List<SiteChange> left =
        IntStream.range(0, partners.size())
            .filter(i -> added.get(i).combined() > 0)
            .mapToObj(partners::get)
            .filter(chosen::isCompatible)
            .toList();
    return new Further(
        new CombinedChanges(
            combinations.get(best),
            simulations.of(combinations.get(best), 0),
            figures.get(best),
            gains.get(best),
            more,
            rule.ofFurther(more)),
        left);
  }

  private static List<SiteChange> with(List<SiteChange> changes, SiteChange partner) {
    List<SiteChange> combination = new ArrayList<>(changes);
    combination.add(partner);
    return combination;
  }
}
