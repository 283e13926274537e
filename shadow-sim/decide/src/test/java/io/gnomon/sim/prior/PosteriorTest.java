package io.gnomon.sim.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.CostSums;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.study.WaitRatios;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PosteriorTest {
  private static final int WEEK = 7 * 86_400;
  private static final Spec EASY = Spec.of("easy");
  private static final Spec SHORTEST = Spec.parse("easy(order=shortest)");

  /** Half of EASY's slowdown on two clusters, twice as much and long waits on a third one. */
  private static final Prior PRIOR =
      new Prior(
          List.of("a", "b", "c"),
          "test",
          Map.of(
              EASY, List.of(result(1, 1), result(1, 1), result(1, 1)),
              SHORTEST, List.of(result(0.5, 1), result(0.5, 1), result(2, 27))));

  private static Prior.Result result(double cost, double longest) {
    return new Prior.Result(cost, new WaitRatios(1, longest));
  }

  /** Weeks with one job each: its cost under EASY, and under the other policy. */
  private static StudyResult weeks(int from, WaitRatios waits, double[] easy, double[] shortest) {
    return new StudyResult(
        from,
        13 * WEEK,
        List.of("past"),
        List.of(one(EASY, easy, WaitRatios.EQUAL), one(SHORTEST, shortest, waits)));
  }

  private static AlternativeResult one(Spec policy, double[] costs, WaitRatios waits) {
    double[] batches = new double[15];
    int[] jobs = new int[15];
    System.arraycopy(costs, 0, batches, 1, costs.length);
    Arrays.fill(jobs, 1, 1 + costs.length, 1);
    CostSums sums = new CostSums(1, batches, batches, jobs);
    return new AlternativeResult(policy, sums, 0, null, true, null, waits);
  }

  private static Posterior posterior(Prior prior, Evidence evidence) {
    return new Posterior(prior, evidence, PosteriorRules.DEFAULT);
  }

  @Test
  void withoutEvidenceThePriorDecides() {
    // the mean of ln 0.5, ln 0.5 and ln 2 is -ln 2 / 3
    assertThat(posterior(PRIOR, new Evidence("slowdown")).gain(SHORTEST, EASY))
        .isCloseTo(Math.log(2) / 3, within(1e-12));
    assertThat(posterior(Prior.NONE, new Evidence("slowdown")).gain(SHORTEST, EASY)).isZero();
  }

  @Test
  void evidenceWeighsAsManyWeeksAsThePoliciesDifferIn() {
    // costs 10 and 20: more than by a factor of e in no week, ln 2 each; then two equal weeks
    StudyResult past =
        weeks(0, WaitRatios.EQUAL, new double[] {20, 20, 5, 5}, new double[] {10, 10, 5, 5});
    Evidence evidence = new Evidence("slowdown").with(past);

    double weeks = 2 * Math.log(2);
    double logCost = Math.log(30.0 / 50);
    Evidence.Comparison seen = evidence.compare(SHORTEST, EASY);
    assertThat(seen.weeks()).isCloseTo(weeks, within(1e-12));
    assertThat(seen.logCost()).isCloseTo(logCost, within(1e-12));
    assertThat(posterior(PRIOR, evidence).gain(SHORTEST, EASY))
        .isCloseTo((4 * Math.log(2) / 3 - weeks * logCost) / (4 + weeks), within(1e-12));
  }

  @Test
  void withoutEvidenceTheDeviationIsTheSpreadOverTheClusters() {
    // ln 2, ln 2 and -ln 2 lie 2/3, 2/3 and 4/3 of ln 2 from their mean, ln 2 / 3
    double spread = Math.log(2) * Math.sqrt((4 + 4 + 16) / 9.0 / 2);
    Posterior known = posterior(PRIOR, new Evidence("slowdown"));

    assertThat(known.deviation(SHORTEST, EASY)).isCloseTo(spread, within(1e-12));
    assertThat(known.combinedGain(SHORTEST, EASY)).isCloseTo(Math.log(2) / 3, within(1e-12));
  }

  @Test
  void priorAndEvidenceWeighByTheInverseOfTheirVariances() {
    double spread = Math.log(2) * Math.sqrt((4 + 4 + 16) / 9.0 / 2);
    Evidence evidence = new Evidence("slowdown").with(differentWeeks());
    double error = evidence.compare(SHORTEST, EASY).error();
    double variance = 1 / (1 / (spread * spread) + 1 / (error * error));
    double gain =
        variance * (Math.log(2) / 3 / (spread * spread) + Math.log(18.0 / 15) / (error * error));

    Posterior both = posterior(PRIOR, evidence);
    assertThat(both.deviation(SHORTEST, EASY)).isCloseTo(Math.sqrt(variance), within(1e-12));
    assertThat(both.combinedGain(SHORTEST, EASY)).isCloseTo(gain, within(1e-12));
    Posterior evidenceOnly = posterior(Prior.NONE, evidence);
    assertThat(evidenceOnly.deviation(SHORTEST, EASY)).isCloseTo(error, within(1e-12));
    assertThat(evidenceOnly.combinedGain(SHORTEST, EASY))
        .isCloseTo(Math.log(18.0 / 15), within(1e-12));
  }

  @Test
  void whatNeitherThePriorNorSeveralWeeksSayIsUnknown() {
    Posterior nothing = posterior(Prior.NONE, new Evidence("slowdown"));
    assertThat(nothing.deviation(SHORTEST, EASY)).isInfinite();

    StudyResult one = weeks(0, WaitRatios.EQUAL, new double[] {10}, new double[] {1});
    Posterior week = posterior(Prior.NONE, new Evidence("slowdown").with(one));
    assertThat(week.gain(SHORTEST, EASY)).isPositive();
    assertThat(week.deviation(SHORTEST, EASY)).isInfinite();

    Posterior other = posterior(PRIOR, new Evidence("slowdown"));
    assertThat(other.deviation(SHORTEST, Spec.of("fcfs"))).isInfinite();
    assertThat(other.deviation(Spec.of("fcfs"), EASY)).isInfinite();
  }

  /** 3 and 12 instead of 9 in two weeks that count in full; the total is 15 instead of 18. */
  private static StudyResult differentWeeks() {
    double e = Math.E;
    StudyResult past =
        weeks(0, WaitRatios.EQUAL, new double[] {9 * e, 9 * e}, new double[] {3 * e, 12 * e});
    // a third policy makes both weeks count in full
    return new StudyResult(
        0,
        13 * WEEK,
        List.of("past"),
        List.of(
            past.incumbent(),
            past.alternatives().get(1),
            one(Spec.of("fcfs"), new double[] {1, 1}, WaitRatios.EQUAL)));
  }

  @Test
  void theIntervalIsFromTheSpreadOfTheWeeks() {
    Evidence.Comparison seen =
        new Evidence("slowdown").with(differentWeeks()).compare(SHORTEST, EASY);

    double total = Math.log(15.0 / 18);
    double first = Math.log(3.0 / 9) - total;
    double second = Math.log(12.0 / 9) - total;
    // the standard error of a mean of two; 3.078 is the 90th percentile for one degree of freedom
    double error = Math.sqrt((first * first + second * second) * 2) / 2;
    assertThat(seen.weeks()).isEqualTo(2);
    assertThat(seen.logCost()).isCloseTo(total, within(1e-12));
    assertThat(seen.half()).isCloseTo(3.078 * error, within(1e-9));
  }

  @Test
  void oneWeekHasNoInterval() {
    StudyResult past = weeks(0, WaitRatios.EQUAL, new double[] {10}, new double[] {1});
    Evidence evidence = new Evidence("slowdown").with(past);

    assertThat(evidence.compare(SHORTEST, EASY).half()).isInfinite();
    assertThat(basis(PRIOR, evidence, past)).endsWith("1.0 weeks of records say -90 %");
  }

  @Test
  void longestWaitsAreLimitedByPriorAndEvidence() {
    // the prior's geometric mean is 3
    assertThat(posterior(PRIOR, new Evidence("slowdown")).broken(SHORTEST, EASY)).isNull();
    // one week with a ratio of 3 * e^5 after four weeks with 3: 3 * e
    StudyResult past =
        weeks(0, new WaitRatios(1, 3 * Math.exp(5)), new double[] {90}, new double[] {9});
    Evidence evidence = new Evidence("slowdown").with(past);

    assertThat(posterior(PRIOR, evidence).broken(SHORTEST, EASY))
        .asString()
        .isEqualTo("breaks the guard longest wait");
    assertThat(posterior(PRIOR, evidence).broken(EASY, SHORTEST)).isNull();
  }

  @Test
  void aLaterBacktestReplacesAllButTheBlocksBeforeItsFirstQuarter() {
    double[] tens = new double[13];
    double[] ones = new double[13];
    Arrays.fill(tens, 10);
    Arrays.fill(ones, 1);
    Evidence evidence = new Evidence("slowdown").with(weeks(0, WaitRatios.EQUAL, tens, ones));

    Evidence later = evidence.with(weeks(4 * WEEK, WaitRatios.EQUAL, tens, tens));

    // the first seven weeks are kept: until a quarter of 13 weeks after week 4; the policies are
    // equal in the later nine, and the last one does not count yet
    assertThat(later.compare(SHORTEST, EASY).weeks()).isEqualTo(7);
    assertThat(later.compare(SHORTEST, EASY).logCost()).isEqualTo(Math.log((7 + 90) / 160.0));
    assertThat(evidence.compare(SHORTEST, EASY).weeks()).as("unchanged").isEqualTo(12);
  }

  @Test
  void evidenceIsRestoredAsItWas() {
    Evidence evidence =
        new Evidence("slowdown")
            .with(weeks(7, new WaitRatios(2, 3), new double[] {20, 5}, new double[] {10, 5}));
    Evidence restored = new Evidence("slowdown");
    restored.restore(evidence.snapshot());

    assertThat(restored.snapshot()).isEqualTo(evidence.snapshot());
    assertThat(restored.compare(SHORTEST, EASY)).isEqualTo(evidence.compare(SHORTEST, EASY));
    assertThat(posterior(PRIOR, restored).broken(SHORTEST, EASY))
        .isEqualTo(posterior(PRIOR, evidence).broken(SHORTEST, EASY));
    Evidence ofAnotherObjective = new Evidence("wait by job");
    ofAnotherObjective.restore(evidence.snapshot());
    assertThat(ofAnotherObjective.isEmpty()).isTrue();
  }

  @Test
  void theBasisSaysWhatOtherClustersAndTheRecordsSay() {
    StudyResult past = weeks(0, WaitRatios.EQUAL, new double[] {10, 20}, new double[] {1, 2});

    assertThat(basis(PRIOR, new Evidence("slowdown"), past))
        .isEqualTo(
            "on 2 of 3 other clusters this lowered the slowdown (median -50 %); the"
                + " records of this cluster say nothing yet");
    assertThat(basis(PRIOR, new Evidence("slowdown").with(past), past))
        .endsWith("on this cluster, 2.0 weeks of records say -90 % (80 % interval -90 to -90 %)");
    assertThat(basis(Prior.NONE, new Evidence("slowdown"), past))
        .startsWith("nothing is known about this change from other clusters");
  }

  private static String basis(Prior prior, Evidence evidence, StudyResult past) {
    return Basis.of(posterior(prior, evidence), past.of(SHORTEST), EASY).toString();
  }
}
