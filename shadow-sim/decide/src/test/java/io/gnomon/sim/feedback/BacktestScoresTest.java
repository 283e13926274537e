package io.gnomon.sim.feedback;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.CategoryScheme;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class BacktestScoresTest {
  private static final int DAY = 86_400;
  private static final int PROCESSORS = 64;
  private static final Spec EASY = Spec.of("easy");
  private static final Spec FCFS = Spec.of("fcfs");

  /** What a cluster under a policy has seen of a log when its last job has come. */
  private static final class Seen implements SimulationListener {
    final JobHistory history = new JobHistory(60 * DAY, 10_000);
    final CategoryWaitHistory waits = new CategoryWaitHistory(60 * DAY);
    final ClusterState state;

    Seen(JobLog log, Spec policy) {
      this(log, policy, PROCESSORS);
    }

    Seen(JobLog log, Spec policy, int processors) {
      state = new ClusterState(processors);
      Simulation simulation =
          new Simulation(state, Policies.create(policy), new LogArrivals(log), this);
      simulation.run();
    }

    @Override
    public void submitted(ClusterState live, int slot) {
      history.submitted(live, slot);
    }

    @Override
    public void finished(ClusterState live, int slot) {
      history.finished(
          live.job(slot), live.servedSeconds(slot) + live.now() - live.startTime(slot));
      waits.finished(live, slot);
    }
  }

  private static JobLog log() {
    return WorkloadGenerator.generate(1500, PROCESSORS, 0.7, 3);
  }

  private static BacktestScores backtested(Seen seen) {
    BacktestScores scores = new BacktestScores();
    scores.backtested(backtest(scores, seen).run(), seen.waits);
    return scores;
  }

  private static ShadowStudy backtest(BacktestScores scores, Seen seen) {
    return requireNonNull(
        scores.due(0, List.of(FCFS, EASY), seen.state, seen.history, StudyDesign.SAMPLED));
  }

  @Test
  void aWorsePolicyCostsMoreAndAnUnknownOneAsMuchAsTheWorst() {
    BacktestScores scores = backtested(new Seen(log(), EASY));

    assertThat(scores.costPerSecond(EASY)).isPositive().isLessThan(scores.costPerSecond(FCFS));
    assertThat(scores.costPerSecond(Spec.of("slack"))).isEqualTo(scores.costPerSecond(FCFS));
  }

  @Test
  void penaltiesGrowIfTheWorstOffCategoryWaitsLongerThanUnderEasy() {
    assertThat(backtested(new Seen(log(), FCFS)).penaltyFactor()).isGreaterThan(1.2);
    // as long as under EASY is 5 % above the target
    assertThat(backtested(new Seen(log(), EASY)).penaltyFactor())
        .isCloseTo(Math.exp(0.1), within(0.02));
  }

  @Test
  void thePenaltyFactorShrinksToASixteenthAndGrowsFromAQuarter() {
    Seen wellServed = new Seen(log(), EASY, 10 * PROCESSORS);
    Seen badlyServed = new Seen(log(), FCFS);
    BacktestScores scores = new BacktestScores();
    StudyResult result = backtest(scores, new Seen(log(), EASY)).run();

    scores.backtested(result, wellServed.waits);
    assertThat(scores.penaltyFactor())
        .as("at most by so much per backtest")
        .isEqualTo(Math.exp(-0.4));
    for (int times = 0; times < 10; times++) {
      scores.backtested(result, wellServed.waits);
    }
    assertThat(scores.penaltyFactor()).isEqualTo(1.0 / 16);
    scores.backtested(result, badlyServed.waits);
    assertThat(scores.penaltyFactor()).isEqualTo(0.25 * Math.exp(0.4));
  }

  @Test
  void backtestsAreDueDailyAtFirstAndWeeklyLater() {
    Seen seen = new Seen(log(), EASY);
    BacktestScores scores = backtested(seen);
    int now = seen.state.now();

    seen.state.advanceTo(now + TuneSettings.WEEK - 1);
    assertThat(now).as("what is known").isGreaterThan(4 * TuneSettings.WEEK);
    assertThat(scores.due(0, List.of(FCFS), seen.state, seen.history, StudyDesign.SAMPLED))
        .isNull();
    seen.state.advanceTo(now + TuneSettings.WEEK);
    assertThat(scores.due(0, List.of(FCFS), seen.state, seen.history, StudyDesign.SAMPLED))
        .isNotNull();
  }

  @Test
  void waitsMatchTheScheduleAndSurviveACheckpoint() {
    JobLog log = log();
    Seen seen = new Seen(log, EASY);
    double worst =
        JobGroup.byCategory(
                new Outcome(log, Workloads.run(log, PROCESSORS, Policies.create(EASY))),
                CategoryScheme.FOUR)
            .stream()
            .map(group -> group.statistics().meanWait())
            .max(Comparator.naturalOrder())
            .orElseThrow();

    CategoryWaitHistory again = new CategoryWaitHistory(60 * DAY);
    again.restore(seen.waits.snapshot());

    assertThat(seen.waits.worst(0)).isCloseTo(worst, within(0.01 * worst));
    assertThat(again.worst(0)).isEqualTo(seen.waits.worst(0));
  }

  @Test
  void aSnapshotRestoresTheScores() {
    BacktestScores scores = new BacktestScores();

    scores.restore(
        new Snapshot()
            .putStrings("policy", List.of("easy"))
            .put("costPerSecond", new double[] {3})
            .put("since", 5)
            .put("backtestedAt", 7)
            .put("penaltyFactor", 2.0));

    assertThat(scores.costPerSecond(EASY)).isEqualTo(3);
    assertThat(List.of(scores.since(), scores.backtestedAt())).containsExactly(5, 7);
    assertThat(scores.penaltyFactor()).isEqualTo(2);
  }
}
