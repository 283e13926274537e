package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.forecast.Counterfactual;
import io.gnomon.sim.forecast.ShadowSchedule;
import io.gnomon.sim.forecast.StartForecast;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.Tuner;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A simulation of a live cluster expects the runtimes that its scheduler expects. */
class ExpectedRuntimeStudyTest {
  private static final Spec BY_ESTIMATE = Spec.parse("easy(head=order, order=shortest)");
  private static final Spec BY_EXPECTATION =
      Spec.parse("easy(head=order, length=expected, order=shortest)");
  private static final int NOW = 50;

  private static final JobLog FOUR = Workloads.SHORTER_THAN_ASKED;

  private Tuner tuner = tuner(StudyDesign.REPORT);

  private static Tuner tuner(StudyDesign design) {
    SearchSpace search = SearchSpace.of(List.of(BY_EXPECTATION));
    return new Tuner(new TuneSettings(1, 3600, 10_000, search, GuardRails.NONE, design));
  }

  /** The cluster at 50: job 1 has ended, job 2 runs until 310, jobs 3 and 4 wait. */
  private Simulation live(Spec policy) {
    ScheduleListener schedule =
        new ScheduleListener(FOUR.size()) {
          @Override
          public void submitted(ClusterState state, int slot) {
            tuner.submitted(state, slot);
          }

          @Override
          public void finished(ClusterState state, int slot) {
            super.finished(state, slot);
            tuner.finished(state, slot);
          }
        };
    Simulation live =
        new Simulation(
            new ClusterState(1), Policies.create(policy), new LogArrivals(FOUR), schedule);
    live.learnRuntimes();
    live.runUntil(NOW);
    live.state().advanceTo(NOW);
    return live;
  }

  // running for their estimates, by expectation job 4 runs from 310 to 1310, then job 3; by
  // estimates job 3 runs from 310 to 810, then job 4: slowdowns of jobs 2, 3 and 4
  private static final double EXPECTED = (1 + (1290 + 500) / 500.0 + (280 + 1000) / 1000.0) / 3;
  private static final double ESTIMATED = (1 + (290 + 500) / 500.0 + (780 + 1000) / 1000.0) / 3;

  private StudyResult study(Spec incumbent, Spec other) {
    Simulation live = live(incumbent);
    return tuner
        .studies()
        .whatIf(live.state(), live.policy(), List.of(Scenario.none()), List.of(other), 10_000)
        .run();
  }

  private StudyResult decision() {
    Simulation live = live(BY_ESTIMATE);
    return tuner
        .evaluate(live.state(), live.policy(), List.of(Scenario.none()), possible -> true)
        .run()
        .study();
  }

  @Test
  void theStudyOfADecisionUsesThem() {
    StudyResult there = decision();
    assertThat(there.incumbent().meanCost()).isCloseTo(ESTIMATED, within(1e-9));
    assertThat(there.alternatives().get(1).meanCost()).isCloseTo(EXPECTED, within(1e-9));
  }

  @Test
  void theStudyOfTheQueueUsesThem() {
    tuner = tuner(StudyDesign.sampled(1, StudyCriteria.SLOWDOWN));
    StudyResult there = decision();
    assertThat(there.alternatives().get(1).meanCost()).isCloseTo(EXPECTED, within(1e-9));
  }

  @Test
  void theCounterfactualUsesThem() {
    Simulation live = live(BY_EXPECTATION);
    Counterfactual kept =
        new Counterfactual(live.state(), live.policy(), tuner.history(), tuner.window());
    live.reconfigure(Policies.create(BY_ESTIMATE));
    live.runUntil(330);
    live.state().advanceTo(330);

    assertThat(
            kept.step(
                    live.state(),
                    tuner.history(),
                    tuner.sampledRuntimes(live.state()),
                    new int[] {330},
                    null)
                .run(Runnable::run)
                .join()
                .samples()
                .get(0)
                .slowdown())
        .as("job 4 ran first and has ended, where the live cluster began job 3")
        .isNotEqualTo(tuner.observe(live.state()));
  }

  @Test
  void aStudyUsesThem() {
    StudyResult there = study(BY_ESTIMATE, BY_EXPECTATION);
    assertThat(there.incumbent().meanCost()).isCloseTo(ESTIMATED, within(1e-9));
    assertThat(there.alternatives().get(1).meanCost()).isCloseTo(EXPECTED, within(1e-9));
  }

  @Test
  void aStudyUsesThemForTheIncumbent() {
    StudyResult back = study(BY_EXPECTATION, BY_ESTIMATE);
    assertThat(back.incumbent().meanCost()).isCloseTo(EXPECTED, within(1e-9));
    assertThat(back.alternatives().get(1).meanCost()).isCloseTo(ESTIMATED, within(1e-9));
  }

  @Test
  void theShadowScheduleUsesThem() {
    Simulation live = live(BY_EXPECTATION);
    List<ShadowSchedule.Run> runs =
        new ShadowSchedule(live.state(), live.policy(), tuner.history(), null, 10_000, 3)
            .run(Runnable::run)
            .join();
    assertThat(runs).extracting(ShadowSchedule.Run::job).containsExactly(1, 3, 2);
  }

  @Test
  void theStartForecastUsesThem() {
    Simulation live = live(BY_EXPECTATION);
    List<StartForecast.Start> starts =
        new StartForecast(
                live.state(),
                live.policy(),
                tuner.history(),
                tuner.forecastScenarios(live.state(), 5),
                10_000,
                9)
            .run(Runnable::run)
            .join();
    assertThat(starts).extracting(StartForecast.Start::job).containsExactly(2, 3);
    assertThat(starts.get(1).median()).as("job 4").isLessThan(starts.get(0).median());
  }

  @Test
  void aReviewUsesTheRuntimesKnownAtTheChange() {
    Simulation live = live(BY_ESTIMATE);
    Change made = Change.made(NOW, NOW, live.policy().spec(), BY_EXPECTATION);
    ChangeReview change = new ChangeReview(made, live.state(), live.policy(), 1);
    live.run();
    live.state().advanceTo(2000);

    ReviewResult review =
        change
            .against(live.state(), tuner.history(), RuntimeModel.ESTIMATES, StudyCriteria.SLOWDOWN)
            .run(Runnable::run)
            .join();

    // with true runtimes: job 4 from 310 to 320 and job 3 from 320, or job 3 first and job 4 at 810
    assertThat(review.cost())
        .isCloseTo((1 + (300 + 500) / 500.0 + (280 + 10) / 10.0) / 3, within(1e-9));
    assertThat(review.formerCost())
        .isCloseTo((1 + (290 + 500) / 500.0 + (780 + 10) / 10.0) / 3, within(1e-9));
  }

  @Test
  void runningJobsDoNotAffectExpectedRuntimes() {
    ClusterState state = new ClusterState(64);
    JobHistory history = tuner.history();
    history.submitted(0, 0, 1, 7200, 1);
    history.finished(0, 100);
    int alone = history.completedIn(state).expected(1, 1, 7200);
    for (int job = 1; job <= 64; job++) {
      history.submitted(job, 0, 1, 7200, 1);
      state.start(state.submit(job, 0, 1, 7200));
    }

    assertThat(history.completedIn(state).expected(1, 1, 7200)).isEqualTo(alone).isLessThan(1000);
  }
}
