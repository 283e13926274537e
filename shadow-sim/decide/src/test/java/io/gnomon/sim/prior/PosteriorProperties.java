package io.gnomon.sim.prior;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.CostSums;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.study.WaitRatios;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What is not known makes a gain less certain, never more. */
class PosteriorProperties {
  private static final int WEEK = 7 * 86_400;
  private static final List<Spec> POLICIES =
      List.of(Spec.of("easy"), Spec.of("conservative"), Spec.parse("easy(order=shortest)"));

  /** Costs of each policy on clusters, relative to EASY. */
  private static Prior prior(List<Double> costs) {
    int clusters = costs.size() / POLICIES.size();
    Map<Spec, List<Prior.Result>> results = new HashMap<>();
    for (int i = 0; i < POLICIES.size(); i++) {
      results.put(
          POLICIES.get(i),
          costs.subList(i * clusters, (i + 1) * clusters).stream()
              .map(cost -> new Prior.Result(cost, WaitRatios.EQUAL))
              .toList());
    }
    return new Prior(names(clusters), "test", results);
  }

  private static List<String> names(int clusters) {
    return IntStream.range(0, clusters).mapToObj(i -> "cluster " + i).toList();
  }

  private static Prior without(Prior prior, Spec policy) {
    Map<Spec, List<Prior.Result>> others = new HashMap<>(prior.results());
    others.remove(policy);
    return new Prior(prior.workloads(), "test", others);
  }

  /** Some weeks with one job each and its cost under each policy. */
  private static Evidence evidence(List<Double> costs) {
    int weeks = costs.size() / POLICIES.size();
    List<AlternativeResult> alternatives =
        IntStream.range(0, POLICIES.size())
            .mapToObj(i -> alternative(POLICIES.get(i), costs.subList(i * weeks, (i + 1) * weeks)))
            .toList();
    return new Evidence("slowdown")
        .with(new StudyResult(0, 13 * WEEK, List.of("past"), alternatives));
  }

  private static AlternativeResult alternative(Spec policy, List<Double> costs) {
    double[] batches = new double[15];
    int[] jobs = new int[15];
    IntStream.range(0, costs.size()).forEach(week -> batches[1 + week] = costs.get(week));
    Arrays.fill(jobs, 1, 1 + costs.size(), 1);
    return new AlternativeResult(
        policy, new CostSums(1, batches, batches, jobs), 0, null, true, null, WaitRatios.EQUAL);
  }

  private static Posterior posterior(Prior prior, Evidence evidence) {
    return new Posterior(prior, evidence, PosteriorRules.DEFAULT);
  }

  @Property(tries = 500)
  void lessInformationNeverNarrowsTheInterval(
      @ForAll @Size(12) List<@DoubleRange(min = 0.2, max = 3) Double> elsewhere,
      @ForAll @Size(9) List<@DoubleRange(min = 1, max = 30) Double> here,
      @ForAll @IntRange(max = 2) int first,
      @ForAll @IntRange(min = 1, max = 2) int step) {
    Spec policy = POLICIES.get(first);
    Spec other = POLICIES.get((first + step) % POLICIES.size());
    Prior prior = prior(elsewhere);
    Evidence evidence = evidence(here);
    double known = posterior(prior, evidence).deviation(policy, other);

    assertThat(known).isFinite();
    assertThat(posterior(without(prior, policy), evidence).deviation(policy, other))
        .isGreaterThanOrEqualTo(known);
    assertThat(posterior(without(prior, other), evidence).deviation(policy, other))
        .isGreaterThanOrEqualTo(known);
    assertThat(posterior(prior, new Evidence("slowdown")).deviation(policy, other))
        .isGreaterThanOrEqualTo(known);
  }

  @Property(tries = 500)
  void whatThePriorLacksIsAtLeastAsLikelyToLoseAsTheBestThatItKnows(
      @ForAll @Size(12) List<@DoubleRange(min = 0.2, max = 3) Double> elsewhere) {
    Evidence none = new Evidence("slowdown");
    Spec inForce = POLICIES.get(0);
    Prior prior = prior(elsewhere);
    double best =
        POLICIES.stream()
            .skip(1)
            .mapToDouble(policy -> deviations(posterior(prior, none), policy, inForce))
            .max()
            .orElseThrow();

    for (Spec policy : POLICIES.subList(1, POLICIES.size())) {
      assertThat(deviations(posterior(without(prior, inForce), none), policy, inForce))
          .isZero()
          .isLessThanOrEqualTo(Math.max(0, best));
      assertThat(deviations(posterior(without(prior, policy), none), policy, inForce))
          .isZero()
          .isLessThanOrEqualTo(Math.max(0, best));
    }
  }

  /** By how many standard deviations a gain exceeds 0; the chance of a loss falls with it. */
  private static double deviations(Posterior posterior, Spec policy, Spec other) {
    double gain = posterior.combinedGain(policy, other);
    return gain == 0 ? 0 : Math.abs(gain / posterior.deviation(policy, other)) * Math.signum(gain);
  }

  @Property(tries = 500)
  void theCombinedGainLiesBetweenThatOfThePriorAndThatOfTheEvidence(
      @ForAll @Size(12) List<@DoubleRange(min = 0.2, max = 3) Double> elsewhere,
      @ForAll @Size(9) List<@DoubleRange(min = 1, max = 30) Double> here) {
    Spec policy = POLICIES.get(2);
    Spec other = POLICIES.get(0);
    Posterior both = posterior(prior(elsewhere), evidence(here));
    double combined = both.combinedGain(policy, other);
    double before = posterior(prior(elsewhere), new Evidence("slowdown")).gain(policy, other);
    double seen = -evidence(here).compare(policy, other).logCost();

    assertThat(combined).isBetween(Math.min(before, seen) - 1e-9, Math.max(before, seen) + 1e-9);
  }
}
