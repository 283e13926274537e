package io.gnomon.controller.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.feedback.ChangeReviews.Mistake;
import io.gnomon.sim.feedback.GainForecast;
import io.gnomon.sim.feedback.GainForecasts;
import io.gnomon.sim.feedback.GainInterval;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.Tuner;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeedbackFormatTest {
  private static final PolicySpec EASY = PolicySpec.of("easy");
  private static final PolicySpec FCFS = PolicySpec.of("fcfs");
  private static final PolicySpec WIDEST = PolicySpec.parse("easy(order=widest)");
  private static final PolicySpec SHORTEST = PolicySpec.parse("easy(order=shortest)");

  @Test
  void aCheckpointKeepsWhatATunerHasLearntOfItsPolicies() throws IOException {
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
    tuner.recallPenaltyFactor(0.75);
    tuner.changed(state, easy, SHORTEST, 58);
    state.advanceTo(70);
    tuner.advised(state, easy, WIDEST);
    tuner
        .reviews()
        .recall(
            tuner.reviews().open(),
            List.of(new Mistake(SHORTEST, EASY, 999, true), new Mistake(EASY, FCFS, 99, false)));
    tuner.backtestScores().recall(Map.of("easy", 1.5, "fcfs", 2.5), 3, 40, 0.5);

    tuner
        .forecasts()
        .recall(
            new double[] {1, 0.125, -0.5},
            1,
            List.of(
                new GainForecasts.Open(
                    new GainForecast(55, EASY, SHORTEST, 0.25, 0.5), new GainInterval(-1, 0.5))));

    Tuner again = tuner();
    byte[] kept = written(tuner);
    FeedbackFormat.read(new DataInputStream(new ByteArrayInputStream(kept)), again);

    assertThat(written(again)).isEqualTo(kept);
    assertThat(again.reviews().open()).hasSize(2);
    ChangeReview made = again.reviews().open().get(0);
    assertThat(made.made()).isTrue();
    assertThat(made.decided()).isEqualTo(58);
    assertThat(made.former().spec()).isEqualTo(EASY);
    ChangeReview advised = again.reviews().open().get(1);
    assertThat(advised.made()).isFalse();
    assertThat(advised.decided()).isEqualTo(70);
    assertThat(advised.chosen()).isEqualTo(WIDEST);
    assertThat(advised.state().hash()).isEqualTo(state.hash());
    assertThat(again.reviews().mistakes()).isEqualTo(tuner.reviews().mistakes());
    assertThat(again.backtestScores().costs()).isEqualTo(tuner.backtestScores().costs());
    assertThat(again.backtestScores().penaltyFactor()).isEqualTo(0.5);
    assertThat(again.forecasts().checked()).isEqualTo(1);
    assertThat(again.forecasts().coverage()).isEqualTo(1);
    assertThat(again.forecasts().open().get(0).forecast().to()).isEqualTo(SHORTEST);
    assertThat(again.waits().memory()).isEqualTo(tuner.waits().memory()).isNotEmpty();
    assertThat(made.penaltyFactor()).isEqualTo(0.75);
    assertThat(advised.penaltyFactor()).isEqualTo(0.75);
    assertThat(again.penaltyFactor()).isEqualTo(0.75);
  }

  private static Tuner tuner() {
    return new Tuner(
        new TuneSettings(
            1,
            3600,
            86_400,
            SearchSpace.quick(PolicyLibrary.none()),
            GuardRails.NONE,
            StudyDesign.OF_THE_QUEUE));
  }

  private static byte[] written(Tuner tuner) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FeedbackFormat.write(tuner, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
