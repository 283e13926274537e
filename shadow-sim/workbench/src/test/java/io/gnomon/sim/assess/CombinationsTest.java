package io.gnomon.sim.assess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.change.SiteChange.Means;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Gain;
import io.gnomon.sim.assess.figure.GainTest;
import io.gnomon.sim.assess.figure.Sums;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Combinations of changes that are not simulated: each has an id such as {@code a50}, after which
 * 50 % of the waits are left, whatever other changes are made.
 */
class CombinationsTest {
  private static final int BLOCKS = 50;
  private static final AdviceRule RULE = new AdviceRule(true, 0.05, 0.05);
  private static final JobLog LOG =
      JobLog.builder().job(1, 0, 100, 100, 1).job(2, 500_000, 100, 100, 1).build();

  private static ConfigurationFigures left(double share) {
    long wait = Math.round(share * 1_000_000);
    return new ConfigurationFigures(
        Collections.nCopies(BLOCKS, new Sums(10, wait, 1000 * share)), Map.of(), 0, 0);
  }

  /** The evaluation of a key such as {@code arrivals0.a50+b80}, which leaves 40 %. */
  private static ConfigurationFigures evaluation(String key) {
    return left(
        Stream.of(key.substring("arrivals0.".length()).split("\\+"))
            .mapToDouble(id -> Integer.parseInt(id.substring(1)) / 100.0)
            .reduce(1, (one, other) -> one * other));
  }

  private static SiteChange change(String id, String subject) {
    return SiteChange.of(id, subject, id, Means.CONFIGURATION, UnaryOperator.identity());
  }

  private static List<CombinedChanges> steps(AdviceRule rule, SiteChange... changes) {
    SimulatedSite setup = SimulatedSite.pool(LOG, 1, Spec.of("easy"));
    Simulations simulations =
        Simulations.of(setup, 0, 1, (key, compute) -> evaluation(key), Runnable::run);
    ConfigurationFigures inForce = left(1);
    List<ConfigurationFigures> alone =
        Stream.of(changes).map(one -> simulations.of(List.of(one), 0)).toList();
    List<Gain> gains =
        new GainTest(inForce.blocks(), 1)
            .gains(alone.stream().map(ConfigurationFigures::blocks).toList(), 1);
    List<Candidate> candidates =
        IntStream.range(0, changes.length)
            .mapToObj(
                i -> new Candidate(changes[i], alone.get(i), gains.get(i), rule.of(gains.get(i))))
            .sorted(Candidate.BEST_FIRST)
            .toList();
    return new Combinations(simulations, inForce, rule, 1, done -> {}).of(candidates);
  }

  private static List<String> ids(CombinedChanges step) {
    return step.changes().stream().map(SiteChange::id).toList();
  }

  @Test
  void addsTheChangeThatAddsMostUpToThree() {
    List<CombinedChanges> steps =
        steps(RULE, change("a90", "a"), change("b50", "b"), change("c80", "c"), change("d85", "d"));

    assertThat(steps)
        .extracting(CombinationsTest::ids)
        .containsExactly(List.of("b50"), List.of("b50", "c80"), List.of("b50", "c80", "d85"));
    assertThat(steps).extracting(CombinedChanges::verdict).containsOnly(Verdict.ADVISED);
    // 0.5 * 0.8 * 0.85 = 0.34 are left, of which the third change took 15 %
    assertThat(steps.get(2).gain().waitGain()).isCloseTo(0.66, within(1e-9));
    assertThat(steps.get(2).added().waitGain()).isCloseTo(0.15, within(1e-9));
  }

  @Test
  void stopsAtAChangeThatAddsTooLittle() {
    List<CombinedChanges> steps =
        steps(RULE, change("a50", "a"), change("b98", "b"), change("c99", "c"));

    assertThat(steps)
        .extracting(CombinationsTest::ids)
        .containsExactly(List.of("a50"), List.of("a50", "b98"));
    assertThat(steps)
        .extracting(CombinedChanges::verdict)
        .containsExactly(Verdict.ADVISED, Verdict.TOO_SMALL);
  }

  @Test
  void stopsIfNoChangeAddsAnything() {
    assertThat(steps(RULE, change("a50", "a"), change("b100", "b"))).hasSize(1);
    assertThat(steps(RULE, change("a120", "a"), change("b100", "b"))).isEmpty();
  }

  @Test
  void stopsAtAFirstChangeThatIsNotAdvised() {
    AdviceRule nothing = new AdviceRule(false, 0.05, 0.05);

    assertThat(steps(nothing, change("a50", "a"), change("b50", "b")))
        .extracting(CombinedChanges::verdict)
        .containsExactly(Verdict.NO_ADVICE);
  }

  @Test
  void doesNotCombineChangesOfTheSameSubject() {
    assertThat(steps(RULE, change("a50", "depth"), change("b60", "depth"), change("c70", "window")))
        .extracting(CombinationsTest::ids)
        .containsExactly(List.of("a50"), List.of("a50", "c70"));
  }
}
