package io.gnomon.controller.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.feedback.ChangeReviews.Mistake;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.Tuner;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TunerSectionsTest {
  private static final Spec EASY = Spec.of("easy");
  private static final Spec FCFS = Spec.of("fcfs");
  private static final Spec WIDEST = Spec.parse("easy(order=widest)");
  private static final Spec SHORTEST = Spec.parse("easy(order=shortest)");
  private static final Change MADE = Change.made(1, 2, SHORTEST, EASY);
  private static final Change NOT_MADE = Change.recommended(3, EASY, FCFS);

  @Test
  void aCheckpointRestoresWhatTheTunerHasLearned() {
    Tuner tuner = tuner();
    ClusterState state = new ClusterState(8);
    SchedulingPolicy easy = Policies.create(EASY);
    easy.adopt(state);
    for (int job = 0; job < 4; job++) {
      easy.submitted(state.submit(job, 0, 4, 100));
    }
    state.start(0);
    easy.started(0);
    state.advanceTo(60);
    tuner.finished(state, 0);
    tuner.restore(progress(0.75));
    tuner.changed(state, easy, SHORTEST, 58);
    state.advanceTo(70);
    tuner.recommended(state, easy, WIDEST);
    tuner.reviews().restore(withMistakes(tuner.reviews().snapshot()), state);
    tuner.backtestScores().restore(scores());
    tuner.forecasts().restore(forecasts());

    Tuner again = tuner();
    Snapshot checkpoint = written(tuner);
    TunerSections.read(SnapshotCodec.decode(SnapshotCodec.encode(checkpoint)), state, again);

    assertThat(written(again)).isEqualTo(checkpoint);
    assertThat(again.reviews().open()).hasSize(2);
    ChangeReview made = again.reviews().open().get(0);
    assertThat(made.change()).isEqualTo(Change.made(58, 60, EASY, SHORTEST));
    assertThat(made.former().spec()).isEqualTo(EASY);
    ChangeReview recommended = again.reviews().open().get(1);
    assertThat(recommended.change()).isEqualTo(Change.recommended(70, EASY, WIDEST));
    assertThat(recommended.state().hash()).isEqualTo(state.hash());
    assertThat(again.reviews().mistakes())
        .containsExactly(new Mistake(MADE, 999), new Mistake(NOT_MADE, 99));
    assertThat(again.backtestScores().costs()).isEqualTo(Map.of("easy", 1.5, "fcfs", 2.5));
    assertThat(again.backtestScores().penaltyFactor()).isEqualTo(0.5);
    assertThat(again.forecasts().checked()).isEqualTo(1);
    assertThat(again.forecasts().coverage()).isEqualTo(1);
    assertThat(again.forecasts().open().get(0).forecast().to()).isEqualTo(SHORTEST);
    assertThat(again.waits().snapshot()).isEqualTo(tuner.waits().snapshot());
    assertThat(again.waits().snapshot().getInts("day")).isNotEmpty();
    assertThat(made.penaltyFactor()).isEqualTo(0.75);
    assertThat(recommended.penaltyFactor()).isEqualTo(0.75);
    assertThat(again.penaltyFactor()).isEqualTo(0.75);
  }

  /**
   * A job that waited 90 s for its 10 s completes at 1,050,000: a slowdown of 10. The last
   * evaluation with an hourly period was at 1,047,600 and the next is at 1,051,200. The next with a
   * period of a day is at 1,123,200. The one with a period of ten minutes was at 1,048,200 and
   * takes place at the next event.
   */
  @Test
  void anotherPeriodContinuesFromTheCheckpoint() {
    Tuner hourly = tuner();
    ClusterState state = new ClusterState(8);
    state.advanceTo(1_049_900);
    int job = state.submit(0, 1_049_900, 4, 100);
    hourly.submitted(state, job);
    state.advanceTo(1_049_990);
    state.start(job);
    state.advanceTo(1_050_000);
    hourly.finished(state, job);
    state.finish(job);
    assertThat(hourly.nextEvaluation()).isEqualTo(1_051_200);
    Snapshot checkpoint = SnapshotCodec.decode(SnapshotCodec.encode(written(hourly)));

    Tuner daily = tuner(86_400);
    TunerSections.read(checkpoint, state, daily);
    Tuner frequent = tuner(600);
    TunerSections.read(checkpoint, state, frequent);

    assertThat(daily.nextEvaluation()).isEqualTo(1_123_200);
    assertThat(daily.observe(state)).isEqualTo(10);
    assertThat(frequent.nextEvaluation()).isEqualTo(1_048_200);
    frequent.evaluated(1_050_000);
    assertThat(frequent.nextEvaluation()).isEqualTo(1_050_600);
  }

  private static Tuner tuner() {
    return tuner(3600);
  }

  private static Tuner tuner(int periodSeconds) {
    return new Tuner(
        new TuneSettings(
            1,
            periodSeconds,
            86_400,
            SearchSpace.quick(PolicyLibrary.none()),
            GuardRails.NONE,
            StudyDesign.SAMPLED));
  }

  private static Snapshot written(Tuner tuner) {
    SectionWriter out = new SectionWriter();
    TunerSections.write(tuner, out);
    return out.content();
  }

  private static Snapshot progress(double penaltyFactor) {
    return new Snapshot()
        .put("firstSeen", 0)
        .put("nextEvaluation", 3600)
        .put("periodSeconds", 3600)
        .put("backtestPending", true)
        .put("backtestAbandonedAt", 30)
        .put("penaltyFactor", penaltyFactor);
  }

  private static Snapshot withMistakes(Snapshot reviews) {
    return new Snapshot()
        .putSections("open", reviews.getSections("open"))
        .putSections(
            "mistakes",
            List.of(
                new Snapshot().put("change", Fields.written(MADE, Change::of)).put("until", 999),
                new Snapshot()
                    .put("change", Fields.written(NOT_MADE, Change::of))
                    .put("until", 99)));
  }

  private static Snapshot scores() {
    return new Snapshot()
        .putStrings("policy", List.of("easy", "fcfs"))
        .put("costPerSecond", new double[] {1.5, 2.5})
        .put("since", 3)
        .put("backtestedAt", 40)
        .put("penaltyFactor", 0.5);
  }

  private static Snapshot forecasts() {
    Snapshot calibration =
        new Snapshot().put("seen", 1).put("tail", 0.125).put("errors", new double[] {-0.5});
    Snapshot open =
        new Snapshot()
            .put("from", EASY.toString())
            .put("to", SHORTEST.toString())
            .put("time", 55)
            .put("mean", 0.25)
            .put("spread", 0.5)
            .put("low", -1.0)
            .put("high", 0.5);
    return new Snapshot()
        .put("calibration", calibration)
        .put("held", 1)
        .putSections("open", List.of(open));
  }
}
