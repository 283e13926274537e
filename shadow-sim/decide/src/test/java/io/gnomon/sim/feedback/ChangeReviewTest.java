package io.gnomon.sim.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.CostSums;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.Tuner;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeReviewTest {
  private static final Spec EASY = Spec.of("easy");
  private static final Spec FCFS = Spec.of("fcfs");

  /**
   * Four processors. Job 0 holds two until 100, job 1 waits for all four, job 2 needs two for 50
   * seconds and arrives at second 1. EASY starts job 2 at once; first come, first served only after
   * job 1, at 200. Job 1 starts at 100 either way and runs 100 seconds.
   */
  private static ReviewResult review(Spec from, Spec to) {
    return review(from, to, StudyCriteria.SLOWDOWN, 1);
  }

  private static ReviewResult review(
      Spec from, Spec to, StudyCriteria criteria, double penaltyFactor) {
    ClusterState live = new ClusterState(4);
    SchedulingPolicy former = Policies.create(from);
    former.adopt(live);
    JobHistory history = new JobHistory(1000, 100);
    int running = live.submit(0, 0, 2, 100);
    history.submitted(live, running);
    live.start(running);
    former.started(running);
    int head = live.submit(1, 0, 4, 100);
    history.submitted(live, head);
    former.submitted(head);

    ChangeReview change =
        new ChangeReview(Change.made(0, 0, from, to), live, former, penaltyFactor);

    history.submitted(2, 1, 2, 50, -1);
    history.finished(0, 100);
    history.finished(1, 100);
    history.finished(2, 50);
    ClusterState later = new ClusterState(4);
    later.advanceTo(300);
    return change
        .against(later, history, RuntimeModel.ESTIMATES, criteria)
        .run(Runnable::run)
        .join();
  }

  @Test
  void comparesAChangeWithASimulationWithoutIt() {
    ReviewResult worse = review(EASY, FCFS);

    // slowdowns 1, 1 + 100 / 100 and 1 under EASY; job 2 waits 199 s for its 50 s under the other
    assertThat(worse.formerCost()).isCloseTo(4.0 / 3, within(1e-9));
    assertThat(worse.cost()).isCloseTo((1 + 2 + 1 + 199 / 50.0) / 3, within(1e-9));
    assertThat(worse.mistaken()).isTrue();
    assertThat(worse.change()).isEqualTo(Change.made(0, 0, EASY, FCFS));
    assertThat(worse.until()).isEqualTo(300);
  }

  /**
   * A day's wait of a job as wide as the machine costs 86,400, times 3: 3 for each second. Under
   * EASY job 1 waits 100 s; under the other policy job 2, half as wide, waits 199 s as well.
   */
  @Test
  void usesThePenaltyFactorOfTheStudyThatChoseIt() {
    StudyCriteria criteria = StudyCriteria.of(Objectives.create("slowdown(width=86400)"));

    ReviewResult worse = review(EASY, FCFS, criteria, 3);

    assertThat(worse.formerCost()).isCloseTo((4 + 300) / 3.0, within(1e-9));
    assertThat(worse.cost()).isCloseTo((4 + 199 / 50.0 + 300 + 1.5 * 199) / 3, within(1e-9));
  }

  @Test
  void aChangeWithoutALossIsNoMistake() {
    assertThat(review(FCFS, EASY).gain()).isCloseTo(1 - 4 / 7.98, within(1e-9));
    assertThat(review(FCFS, EASY).mistaken()).isFalse();
    assertThat(review(EASY, Spec.parse("easy(order=shortest)")).gain()).isZero();
  }

  @Test
  void aMistakeIsNotRepeatedForAWeek() {
    ChangeReviews reviews = new ChangeReviews(300, TuneSettings.WEEK);

    reviews.reviewed(List.of(review(EASY, FCFS)));

    assertThat(reviews.mistakenFor(EASY, 301)).containsOnlyKeys(FCFS);
    assertThat(reviews.mistakenFor(FCFS, 301)).as("the way back").isEmpty();
    assertThat(reviews.mistakenFor(EASY, 300 + TuneSettings.WEEK)).isEmpty();
  }

  @Test
  void aTunerRollsBackAChangeThatMadeThingsWorse() {
    Tuner tuner = new Tuner(settings());
    ClusterState state = new ClusterState(4);
    SchedulingPolicy easy = Policies.create(EASY);
    easy.adopt(state);
    Change inForce = tuner.changed(state, easy, FCFS);
    ReviewResult mistake = review(EASY, FCFS);

    Decision back = tuner.decide(result(FCFS, List.of(mistake)), 5, inForce);

    assertThat(inForce).isEqualTo(mistake.change());
    assertThat(back.rollbackCause()).isEqualTo(mistake);
    assertThat(back.chosen()).isEqualTo(EASY);
    assertThat(tuner.reviews().open()).isEmpty();
    assertThat(tuner.reviews().mistakes()).hasSize(1);
  }

  @Test
  void aMistakeOfAnOlderChangeIsRecordedButNotRolledBack() {
    Tuner tuner = new Tuner(settings());
    ClusterState state = new ClusterState(4);
    state.advanceTo(77);
    SchedulingPolicy easy = Policies.create(EASY);
    easy.adopt(state);
    Change inForce = tuner.changed(state, easy, FCFS);

    Decision kept = tuner.decide(result(FCFS, List.of(review(EASY, FCFS))), 5, inForce);

    assertThat(kept.reason()).isEqualTo(NoChangeReason.NOTHING_TO_COMPARE);
    assertThat(tuner.reviews().open()).as("the change at 77").hasSize(1);
    assertThat(tuner.reviews().mistakes()).hasSize(1);
  }

  /** The scheduler was reconfigured since then, so that the review is not of its configuration. */
  @Test
  void aMistakeIsNotRolledBackIfThePolicyInForceHasAnotherOrigin() {
    Tuner tuner = new Tuner(settings());
    ReviewResult mistake = review(EASY, FCFS);

    Decision kept = tuner.decide(result(FCFS, List.of(mistake)), 5, null);

    assertThat(kept.reason()).isEqualTo(NoChangeReason.NOTHING_TO_COMPARE);
    assertThat(tuner.reviews().mistakes()).hasSize(1);
  }

  @Test
  void aRollbackIsTheInverseOfAMistake() {
    ReviewResult mistake = review(EASY, FCFS);
    EvaluationResult result = result(FCFS, List.of(mistake));

    assertThatThrownBy(() -> new Decision(300, 5, EASY, FCFS, null, result, mistake, null))
        .hasMessageContaining("a change from easy to fcfs does not roll back");
    assertThat(new Decision(300, 5, FCFS, EASY, null, result).rollsBack())
        .as("an ordinary change to the former policy")
        .isFalse();
  }

  private static TuneSettings settings() {
    return new TuneSettings(
        1, 3600, 3600, SearchSpace.of(List.of(EASY, FCFS)), GuardRails.NONE, StudyDesign.SAMPLED);
  }

  private static EvaluationResult result(Spec incumbent, List<ReviewResult> reviews) {
    double[] one = {1};
    AlternativeResult alone =
        new AlternativeResult(incumbent, new CostSums(1, one, one, new int[] {1}), 0, null, true);
    return new EvaluationResult(
        new StudyResult(300, 3600, List.of("none"), List.of(alone)), reviews);
  }
}
