package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.prior.Evidence;
import io.gnomon.sim.prior.Posterior;
import io.gnomon.sim.prior.PosteriorRules;
import io.gnomon.sim.prior.Prior;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.CostSums;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.study.WaitRatios;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PosteriorChoiceTest {
  private static final List<Spec> POLICIES =
      List.of(
          Spec.of("easy"),
          Spec.parse("easy(order=shortest)"),
          Spec.parse("easy(head=order, order=wfp3)"));

  /** A backtest that says nothing: the policies are equal. */
  private static final StudyResult EQUAL =
      new StudyResult(
          0,
          86_400,
          List.of("past"),
          POLICIES.stream()
              .map(
                  policy ->
                      new AlternativeResult(
                          policy,
                          new CostSums(1, new double[2], new double[2], new int[2]),
                          0,
                          null,
                          true))
              .toList());

  /** The decision with the costs of the three policies on other clusters, relative to EASY. */
  private static Decision decide(double[]... costs) {
    return choice(costs).decide(new EvaluationResult(EQUAL, List.of(), null), 10, null);
  }

  private static PosteriorChoice choice(double[]... costs) {
    Map<Spec, List<Prior.Result>> results = new LinkedHashMap<>();
    for (int i = 0; i < costs.length; i++) {
      results.put(
          POLICIES.get(i),
          Arrays.stream(costs[i])
              .mapToObj(cost -> new Prior.Result(cost, WaitRatios.EQUAL))
              .toList());
    }
    List<String> clusters =
        IntStream.range(0, costs[0].length).mapToObj(i -> "cluster " + i).toList();
    Posterior posterior =
        new Posterior(
            new Prior(clusters, "test", results), new Evidence("slowdown"), PosteriorRules.DEFAULT);
    return new PosteriorChoice(posterior, GuardRails.NONE, true);
  }

  @Test
  void aPolicyThatHelpedEverywhereReplacesTheOneInForce() {
    Decision decision =
        decide(new double[] {1, 1}, new double[] {0.5, 0.6}, new double[] {0.9, 0.9});

    assertThat(decision.chosen()).isEqualTo(POLICIES.get(1));
    assertThat(decision.basis()).asString().contains("2 of 2 other clusters");
  }

  @Test
  void aGainThatVariesTooMuchFromClusterToClusterIsNotEnough() {
    // gains of 0.69 and -0.36: the mean is 0.17, the standard deviation 0.74
    Decision decision = decide(new double[] {1, 1}, new double[] {0.5, 1.43}, new double[] {1, 1});

    assertThat(decision.chosen()).isNull();
    assertThat(decision.reason()).isEqualTo(NoChangeReason.NOT_SIGNIFICANT);
  }

  @Test
  void nothingReplacesAPolicyOfTheSiteThatThePriorLacks() {
    Posterior posterior =
        choice(new double[] {1, 1}, new double[] {0.5, 0.6}, new double[] {0.9, 0.9}).posterior();
    Spec unknown = Spec.of("conservative");
    Decision decision = decideOn(posterior, unknown, POLICIES.get(1));

    assertThat(posterior.gain(POLICIES.get(1), unknown)).isPositive();
    assertThat(decision.reason()).isEqualTo(NoChangeReason.NOT_SIGNIFICANT);
    assertThat(decision.basis()).asString().startsWith("nothing is known about this change");
  }

  @Test
  void aPolicyThatThePriorLacksReplacesNothingWithoutEvidence() {
    // EASY costs twice as much as something else on two clusters, and the unknown policy is as EASY
    Posterior posterior =
        choice(new double[] {2, 2}, new double[] {1, 1}, new double[] {1, 1}).posterior();
    Spec unknown = Spec.of("conservative");

    assertThat(posterior.gain(unknown, POLICIES.get(0))).isPositive();
    assertThat(decideOn(posterior, POLICIES.get(0), unknown).reason())
        .isEqualTo(NoChangeReason.NOT_SIGNIFICANT);
  }

  @Test
  void withoutAPriorWeeksThatAgreeLeadToAChangeAndWeeksThatDifferDoNot() {
    assertThat(decideOnWeeks(new double[] {20, 22, 18, 20}, new double[] {10, 11, 10, 9}).chosen())
        .isEqualTo(POLICIES.get(1));
    assertThat(decideOnWeeks(new double[] {20, 20, 20, 20}, new double[] {5, 50, 3, 9}).reason())
        .isEqualTo(NoChangeReason.NOT_SIGNIFICANT);
    assertThat(decideOnWeeks(new double[] {20}, new double[] {10}).reason())
        .isEqualTo(NoChangeReason.NOT_SIGNIFICANT);
  }

  private static Decision decideOn(Posterior posterior, Spec inForce, Spec alternative) {
    return decideOn(posterior, study(1, inForce, new double[0], alternative, new double[0]));
  }

  private static Decision decideOn(Posterior posterior, StudyResult study) {
    return PosteriorChoice.of(posterior, GuardRails.NONE, study.incumbent().spec(), null)
        .decide(new EvaluationResult(study, List.of(), null), 10, null);
  }

  /** The decision without other clusters, with one job a week and its costs under two policies. */
  private static Decision decideOnWeeks(double[] inForce, double[] alternative) {
    StudyResult study = study(13, POLICIES.get(0), inForce, POLICIES.get(1), alternative);
    return decideOn(
        new Posterior(Prior.NONE, new Evidence("slowdown").with(study), PosteriorRules.DEFAULT),
        study);
  }

  private static StudyResult study(
      int weeks, Spec inForce, double[] costs, Spec alternative, double[] others) {
    return new StudyResult(
        0,
        weeks * TuneSettings.WEEK,
        List.of("past"),
        List.of(result(inForce, costs), result(alternative, others)));
  }

  private static AlternativeResult result(Spec policy, double... costs) {
    double[] batches = new double[15];
    int[] jobs = new int[15];
    System.arraycopy(costs, 0, batches, 1, costs.length);
    Arrays.fill(jobs, 1, 1 + costs.length, 1);
    return new AlternativeResult(policy, new CostSums(1, batches, batches, jobs), 0, null, true);
  }

  @Test
  void aPolicyThatGnomonChoseIsReplacedByTheExpectedGain() {
    double[][] costs = {{1, 1}, {0.5, 1.43}, {1, 1}};
    Posterior posterior = choice(costs).posterior();
    Spec easy = POLICIES.get(0);
    Change change = Change.made(0, 0, POLICIES.get(2), easy);
    EvaluationResult result = new EvaluationResult(EQUAL, List.of(), null);

    PosteriorChoice own = PosteriorChoice.of(posterior, GuardRails.NONE, easy, change);
    PosteriorChoice ofTheSite =
        PosteriorChoice.of(
            posterior, GuardRails.NONE, easy, Change.made(0, 0, easy, POLICIES.get(2)));

    assertThat(own.decide(result, 10, null).chosen()).isEqualTo(POLICIES.get(1));
    assertThat(ofTheSite.decide(result, 10, null).chosen()).isNull();
    assertThat(PosteriorChoice.of(posterior, GuardRails.NONE, easy, null).siteChose()).isTrue();
  }

  @Test
  void aSmallerGainThatIsSureIsPreferred() {
    // the second policy gains 0.11 everywhere
    Decision decision =
        decide(new double[] {1, 1}, new double[] {0.5, 1.43}, new double[] {0.9, 0.9});

    assertThat(decision.chosen()).isEqualTo(POLICIES.get(2));
  }

  @Property(tries = 500)
  void whatIsChosenGainsMoreThanItsDeviationAllows(
      @ForAll @Size(12) List<@DoubleRange(min = 0.2, max = 3) Double> drawn) {
    double[] costs = drawn.stream().mapToDouble(cost -> cost).toArray();
    double[] first = Arrays.copyOfRange(costs, 0, 4);
    double[] second = Arrays.copyOfRange(costs, 4, 8);
    double[] third = Arrays.copyOfRange(costs, 8, 12);
    Posterior posterior = choice(first, second, third).posterior();
    Spec inForce = POLICIES.get(0);
    double[] sure =
        POLICIES.subList(1, 3).stream()
            .filter(
                policy ->
                    posterior.gain(policy, inForce) >= 0.02
                        && posterior.gain(policy, inForce)
                            >= 0.675 * posterior.deviation(policy, inForce))
            .mapToDouble(policy -> posterior.gain(policy, inForce))
            .toArray();

    Spec chosen = decide(first, second, third).chosen();

    assertThat(chosen == null).isEqualTo(sure.length == 0);
    if (chosen != null) {
      assertThat(posterior.gain(chosen, inForce))
          .isEqualTo(DoubleStream.of(sure).max().orElseThrow());
    }
  }
}
