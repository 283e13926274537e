package io.gnomon.sim.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.CostSums;
import io.gnomon.sim.study.Exclusion;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.Tuner;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which recommendations are kept for a review, and what their review leads to. */
class RecommendationReviewsTest {
  private static final int DAY = 24 * 3600;
  private static final Spec EASY = Spec.of("easy");
  private static final Spec FCFS = Spec.of("fcfs");
  private static final int REVIEW = StudyDesign.SAMPLED.reviewSeconds();

  private final ChangeReviews reviews = new ChangeReviews(REVIEW, 13 * TuneSettings.WEEK);
  private final ClusterState state = new ClusterState(4);
  private final SchedulingPolicy easy = Policies.create(EASY);

  @BeforeEach
  void adopt() {
    easy.adopt(state);
  }

  private void recommend(int second, Spec policy) {
    state.advanceTo(second);
    reviews.recommended(new ChangeReview(Change.recommended(second, EASY, policy), state, easy, 1));
  }

  private void made(int decided) {
    Change change = Change.made(decided, state.now(), EASY, Spec.of("conservative"));
    reviews.made(new ChangeReview(change, state, easy, 1));
  }

  private List<Integer> decided() {
    return reviews.open().stream().map(one -> one.change().decided()).toList();
  }

  private int due(int second) {
    state.advanceTo(second);
    JobHistory history = new JobHistory(TuneSettings.WEEK, 10);
    return reviews.due(state, history, () -> RuntimeModel.ESTIMATES, StudyCriteria.SLOWDOWN).size();
  }

  @Test
  void aRepeatedRecommendationIsIgnoredUntilTheFirstIsReviewed() {
    recommend(10, FCFS);
    recommend(20, FCFS);
    assertThat(decided()).containsExactly(10);

    reviews.reviewed(List.of(review(10, 1, 1)));
    recommend(30, FCFS);
    assertThat(decided()).containsExactly(30);
  }

  @Test
  void atMostFourRecommendationsWait() {
    List.of("fcfs", "conservative", "easy(order=shortest)", "slack", "easy(order=widest)")
        .forEach(policy -> recommend(state.now() + 10, Spec.parse(policy)));

    assertThat(decided()).containsExactly(10, 20, 30, 40);
  }

  @Test
  void withVeryManyJobsAtMostOneRecommendationWaits() {
    for (int job = 0; job <= 20_000; job++) {
      state.submit(job, 0, 1, 100);
    }

    recommend(10, FCFS);
    recommend(20, Spec.of("slack"));

    assertThat(decided()).containsExactly(10);
  }

  @Test
  void aChangeReplacesTheRecommendationThatLedToIt() {
    recommend(10, FCFS);
    recommend(20, Spec.of("conservative"));
    state.advanceTo(25);
    made(20);

    assertThat(reviews.open().stream().map(one -> one.change().made()))
        .containsExactly(false, true);
  }

  @Test
  void aRecommendationForAnotherMachineOrOlderThanAWeekIsDropped() {
    recommend(10, FCFS);
    assertThat(due(10 + REVIEW)).isEqualTo(1);
    state.setProcessors(8);
    assertThat(due(10 + REVIEW)).isZero();
    recommend(10 + REVIEW, FCFS);
    assertThat(decided()).containsExactly(10 + REVIEW);

    assertThat(due(10 + REVIEW + TuneSettings.WEEK)).isEqualTo(1);
    assertThat(due(11 + REVIEW + TuneSettings.WEEK)).isZero();
    recommend(12 + REVIEW + TuneSettings.WEEK, FCFS);
    assertThat(decided()).containsExactly(12 + REVIEW + TuneSettings.WEEK);
  }

  @Test
  void anAbandonedEvaluationDropsRecommendationsAndKeepsChangesForADay() {
    recommend(0, FCFS);
    made(-1);
    recommend(100, Spec.of("slack"));

    reviews.abandoned(REVIEW);

    assertThat(reviews.open().stream().map(one -> one.change().to().toString()))
        .containsExactly("conservative", "slack");

    reviews.abandoned(DAY - 1);
    assertThat(decided()).containsExactly(-1);
    reviews.abandoned(DAY);
    assertThat(decided()).isEmpty();
  }

  @Test
  void aRecommendationThatWouldHaveMadeThingsWorseIsAMistakeWithItsOwnReason() {
    reviews.reviewed(List.of(review(10, 1, 1.06)));
    assertThat(reviews.mistakenFor(EASY, 500))
        .containsEntry(FCFS, Exclusion.WOULD_HAVE_MADE_THINGS_WORSE);

    reviews.restore(
        new Snapshot()
            .putSections("open", List.of())
            .putSections("mistakes", List.of(mistake(900, true), mistake(950, false))),
        new ClusterState(1));
    assertThat(reviews.mistakenFor(EASY, 899)).containsEntry(FCFS, Exclusion.MADE_THINGS_WORSE);
    assertThat(reviews.mistakenFor(EASY, 900))
        .containsEntry(FCFS, Exclusion.WOULD_HAVE_MADE_THINGS_WORSE);
  }

  @Test
  void aChangeThatWasNotMadeIsNotRolledBack() {
    double[] one = {1};
    AlternativeResult alone =
        new AlternativeResult(FCFS, new CostSums(1, one, one, new int[] {1}), 0, null, true);
    List<ReviewResult> reviews = List.of(review(10, 1, 2));
    TuneSettings settings =
        new TuneSettings(
            1, 3600, 3600, SearchSpace.of(List.of(EASY)), GuardRails.NONE, StudyDesign.SAMPLED);
    EvaluationResult result =
        new EvaluationResult(new StudyResult(300, 3600, List.of("none"), List.of(alone)), reviews);

    Decision kept = new Tuner(settings).decide(result, 5, Change.made(10, 10, EASY, FCFS));

    assertThat(kept.rollsBack()).isFalse();
  }

  @Test
  void aForecastIsComparedOnlyWithTheReviewOfItsDecision() {
    GainForecasts forecasts = new GainForecasts();
    forecasts.restore(
        new Snapshot()
            .put("calibration", new GainCalibration().snapshot())
            .put("held", 0)
            .putSections("open", List.of(open(5), open(20))));

    forecasts.reviewed(List.of(review(10, 1, 1)));
    assertThat(forecasts.checked()).isZero();
    assertThat(forecasts.open()).hasSize(2);

    forecasts.reviewed(List.of(review(20, 1, 1)));
    assertThat(forecasts.open()).extracting(one -> one.forecast().time()).containsExactly(5);
    assertThat(forecasts.checked()).isEqualTo(1);
    assertThat(forecasts.held()).isEqualTo(1);
  }

  private static Snapshot mistake(int until, boolean made) {
    return new Snapshot()
        .put("change", Fields.written(new Change(10, 10, made, EASY, FCFS), Change::of))
        .put("until", until);
  }

  private static Snapshot open(int time) {
    return new Snapshot()
        .put("time", time)
        .put("from", EASY.toString())
        .put("to", FCFS.toString())
        .put("mean", 0.1)
        .put("spread", 0.1)
        .put("low", -0.5)
        .put("high", 0.5);
  }

  private static ReviewResult review(int decided, double formerCost, double cost) {
    return new ReviewResult(Change.recommended(decided, EASY, FCFS), 400, formerCost, cost);
  }
}
