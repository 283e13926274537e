package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.feedback.HeldRecommendation;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.CostSums;
import io.gnomon.sim.study.Exclusion;
import io.gnomon.sim.study.StudyResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlternativeSelectionTest {
  private static final Spec EASY = Spec.of("easy");
  private static final Spec FCFS = Spec.of("fcfs");

  @Test
  void choosesTheAlternativeWithTheLowestCost() {
    Decision decision = decide(GuardRails.NONE, result(EASY, 10, 10), result(FCFS, 8, 8));

    assertThat(decision.chosen()).isEqualTo(FCFS);
    assertThat(decision.reason()).isNull();
  }

  @Test
  void keepsTheIncumbentIfNoAlternativeIsBetter() {
    Decision decision = decide(GuardRails.NONE, result(EASY, 8, 8), result(FCFS, 8, 8));

    assertThat(decision.reason()).isEqualTo(NoChangeReason.INCUMBENT_BEST);
  }

  @Test
  void doesNotCallAnIncumbentTheBestOfNothing() {
    Decision decision = decide(GuardRails.NONE, result(EASY, 8, 8));

    assertThat(decision.reason()).isEqualTo(NoChangeReason.NOTHING_TO_COMPARE);
    assertThat(decision.chosen()).isNull();
  }

  @Test
  void doesNotRepeatAMistakeAndReportsIt() {
    double[] low = {1, 1};
    AlternativeResult mistake =
        new AlternativeResult(
            FCFS,
            new CostSums(1, low, low, new int[] {1, 1}),
            0,
            Exclusion.MADE_THINGS_WORSE,
            true);

    assertThat(decide(GuardRails.NONE, result(EASY, 8, 8), mistake).reason())
        .isEqualTo(NoChangeReason.RECENTLY_MADE_THINGS_WORSE);
  }

  @Test
  void anAnchoredClusterReturnsToTheLeaderAndStaysThere() {
    AlternativeResult worse = result(FCFS, 12, 12);
    AlternativeResult better = result(FCFS, 8, 8);

    assertThat(anchored(FCFS, result(EASY, 10, 10), worse).chosen()).isEqualTo(FCFS);
    assertThat(anchored(EASY, result(EASY, 10, 10), better).reason())
        .isEqualTo(NoChangeReason.NOT_SIGNIFICANT);
    assertThat(anchored(EASY, result(EASY, 10, 10), worse).reason())
        .isEqualTo(NoChangeReason.INCUMBENT_BEST);
  }

  @Test
  void anAnchoredClusterDoesNotReturnToALeaderThatBreaksAGuard() {
    double[] low = {1, 1};
    AlternativeResult broken =
        new AlternativeResult(
            FCFS,
            new CostSums(1, low, low, new int[] {1, 1}),
            0,
            Exclusion.brokenGuard("oldest"),
            true);

    assertThat(anchored(FCFS, result(EASY, 10, 10), broken).chosen()).isNull();
  }

  /**
   * EASY is kept by the anchor; without it, FCFS would be in force. A gain of EASY over FCFS of 2 %
   * does not lead back to EASY if a change must save 5 %; one of 20 % does, and so does an equal
   * cost without that guard rail, as EASY is in force.
   */
  @Test
  void aStudyLeadsFromThePolicyThatWouldBeInForceWithoutTheAnchor() {
    GuardRails rails = new GuardRails(0, 0.05, 0, 0, 0, 9);
    AlternativeResult easy = result(EASY, 9.8, 9.8);

    assertThat(free(rails, easy, result(FCFS, 10, 10))).isEqualTo(FCFS);
    assertThat(free(rails, easy, result(FCFS, 12.25, 12.25))).isEqualTo(EASY);
    assertThat(free(GuardRails.NONE, easy, result(FCFS, 10, 10))).isEqualTo(EASY);
    assertThat(free(GuardRails.NONE, easy, result(FCFS, 9.8, 9.8))).isEqualTo(EASY);
    assertThat(free(rails, easy)).as("a study without it").isEqualTo(EASY);
  }

  @Test
  void aPolicyThatDroppedOutOfTheRaceWouldNotHaveBeenKept() {
    double[] low = {1};
    AlternativeResult dropped =
        new AlternativeResult(FCFS, new CostSums(1, low, low, new int[] {1}), 0, null, false);

    assertThat(free(GuardRails.NONE, result(EASY, 10, 10), dropped)).isEqualTo(EASY);
  }

  private static Spec free(GuardRails rails, AlternativeResult... results) {
    return AlternativeSelection.free(
        new StudyResult(0, 100, List.of("one"), List.of(results)), FCFS, rails);
  }

  private static Decision anchored(Spec leader, AlternativeResult... results) {
    return AlternativeSelection.anchored(
        new EvaluationResult(new StudyResult(0, 100, List.of("one"), List.of(results)), List.of()),
        5,
        leader);
  }

  @Test
  void requiresTheMinimumGain() {
    GuardRails rails = new GuardRails(0, 0.25, 0, 0, 0, 9);

    // a gain of 20 %
    assertThat(decide(rails, result(EASY, 10, 10), result(FCFS, 8, 8)).reason())
        .isEqualTo(NoChangeReason.GAIN_TOO_SMALL);
    // a gain of 30 %
    assertThat(decide(rails, result(EASY, 10, 10), result(FCFS, 7, 7)).changes()).isTrue();
  }

  @Test
  void requiresASignificantGain() {
    GuardRails rails = new GuardRails(0, 0, 2, 0, 0, 9);
    // differences 6, -4, 5, -3: mean 1, deviation 5.2, standard error 2.6
    AlternativeResult erratic = result(FCFS, 4, 14, 5, 13);
    // differences 1, 1.2, 0.8, 1: mean 1, standard error 0.08
    AlternativeResult steady = result(FCFS, 9, 8.8, 9.2, 9);

    assertThat(decide(rails, result(EASY, 10, 10, 10, 10), erratic).reason())
        .isEqualTo(NoChangeReason.NOT_SIGNIFICANT);
    assertThat(decide(rails, result(EASY, 10, 10, 10, 10), steady).changes()).isTrue();
  }

  /**
   * The cost is 5 % lower in every batch, the slowdown 1 lower and 1 higher in turn: its mean gain
   * is 0, and its interval has losses.
   */
  @Test
  void requiresALowerSlowdownWhereItIsTheMainFigure() {
    GuardRails rails = new GuardRails(0, 0, 2, 0, 0, 9, true);
    double[] costs = {9.5, 9.4, 9.5, 9.6};
    double[] slowdowns = {9, 11, 9, 11};
    AlternativeResult cheaper =
        new AlternativeResult(
            FCFS, new CostSums(1, costs, slowdowns, new int[] {1, 1, 1, 1}), 0, null, true);

    assertThat(decide(rails, result(EASY, 10, 10, 10, 10), cheaper).reason())
        .isEqualTo(NoChangeReason.NOT_SIGNIFICANT);
    assertThat(
            decide(new GuardRails(0, 0, 2, 0, 0, 9), result(EASY, 10, 10, 10, 10), cheaper)
                .changes())
        .isTrue();
    assertThat(decide(rails, result(EASY, 10, 10, 10, 10), result(FCFS, 9, 8.8, 9.2, 9)).changes())
        .isTrue();
  }

  @Test
  void aHeldRecommendationIsRepeatedOrNothingIsRecommended() {
    Spec sjf = Spec.parse("easy(order=shortest)");
    AlternativeResult easy = result(EASY, 10, 10);
    AlternativeResult better = result(sjf, 5, 5);

    assertThat(held(FCFS, easy, result(FCFS, 8, 8), better).chosen()).isEqualTo(FCFS);
    assertThat(held(FCFS, easy, result(FCFS, 11, 11), better).reason())
        .isEqualTo(NoChangeReason.GAIN_TOO_SMALL);
    assertThat(held(null, easy, result(FCFS, 8, 8), better).chosen()).isEqualTo(sjf);
    assertThat(held(FCFS, easy, better).chosen()).as("no longer tried").isEqualTo(sjf);
  }

  @Test
  void holdsARecommendationWhileTheConfigurationStaysAndForItsTimeOnly() {
    HeldRecommendation held = new HeldRecommendation(100);
    assertThat(held.held(0, EASY)).isNull();
    held.recommended(10, EASY, FCFS);
    held.recommended(60, EASY, FCFS); // a repetition does not prolong it
    assertThat(held.held(109, EASY)).isEqualTo(FCFS);
    assertThat(held.held(109, FCFS)).isNull();
    assertThat(held.held(110, EASY)).isNull();

    HeldRecommendation restored = new HeldRecommendation(100);
    restored.restore(held.snapshot());
    assertThat(restored.held(109, EASY)).isEqualTo(FCFS);
  }

  private static Decision held(@Nullable Spec held, AlternativeResult... results) {
    StudyResult study = new StudyResult(0, 100, List.of("none"), List.of(results));
    return AlternativeSelection.decide(
        new EvaluationResult(study, List.of()), 50, GuardRails.NONE, held);
  }

  @Test
  void guardRailsForbidChangesThatAreTooSoonOrTooFrequent() {
    GuardRails rails = new GuardRails(100, 0, 0, 50, 80, 2);
    ChangeTimes changes = new ChangeTimes();

    assertThat(rails.forbids(500, 99, changes)).isEqualTo(NoChangeReason.NOT_WARM);
    assertThat(rails.forbids(500, 100, changes)).isNull();
    changes.attempted(1000);
    assertThat(rails.forbids(1049, 900, changes)).isEqualTo(NoChangeReason.COOLDOWN);
    changes.changed(1000);
    assertThat(rails.forbids(1060, 900, changes)).isEqualTo(NoChangeReason.DWELL);
    assertThat(rails.forbids(1080, 900, changes)).isNull();
    changes.changed(1100);
    assertThat(rails.forbids(1200, 900, changes)).isEqualTo(NoChangeReason.CHANGE_BUDGET);
    assertThat(rails.forbids(1000 + 86_400, 90_000, changes)).isNull();

    ChangeTimes restored = new ChangeTimes();
    restored.restore(changes.snapshot());
    assertThat(restored.snapshot()).isEqualTo(changes.snapshot());
    assertThat(rails.forbids(1200, 900, restored)).isEqualTo(NoChangeReason.CHANGE_BUDGET);
  }

  @Test
  void errorsNameValuesOutOfRange() {
    assertThatThrownBy(() -> new GuardRails(0, 1.5, 0, 0, 0, 0))
        .hasMessage("minGain is 1.5; it must be from 0 to below 1");
    assertThatThrownBy(() -> TuneSettings.weekly(0, 1, 4)).hasMessageContaining("threshold is 0.0");
    assertThatThrownBy(() -> SearchSpace.partitions(0)).hasMessageContaining("0 partitions");
  }

  private static Decision decide(GuardRails rails, AlternativeResult... alternatives) {
    StudyResult study = new StudyResult(0, 100, List.of("none"), List.of(alternatives));
    return AlternativeSelection.decide(new EvaluationResult(study, List.of()), 50, rails, null);
  }

  private static AlternativeResult result(Spec spec, double... slowdowns) {
    int[] ones = new int[slowdowns.length];
    java.util.Arrays.fill(ones, 1);
    return new AlternativeResult(spec, new CostSums(1, slowdowns, slowdowns, ones), 0, null, true);
  }
}
