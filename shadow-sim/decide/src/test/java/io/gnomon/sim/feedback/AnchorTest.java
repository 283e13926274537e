package io.gnomon.sim.feedback;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.CostSums;
import io.gnomon.sim.study.PolicySequence;
import io.gnomon.sim.study.PolicySequence.Step;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.Tuner;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnchorTest {
  private static final int DAY = 86_400;
  private static final int PROCESSORS = 64;
  private static final Spec EASY = Spec.of("easy");
  private static final Spec FCFS = Spec.of("fcfs");
  private static final Spec SHORTEST = Spec.parse("easy(order=shortest)");
  private static final JobLog LOG = WorkloadGenerator.generate(8000, PROCESSORS, 0.7, 3);

  /** Backtests the recorded choices when the first jobs of the log have run. */
  private static void backtest(BacktestScores scores, int jobs, List<Spec> policies) {
    JobHistory history = new JobHistory(200 * DAY, 10_000);
    CategoryWaitHistory waits = new CategoryWaitHistory(200 * DAY);
    ClusterState state = new ClusterState(PROCESSORS);
    SimulationListener listener =
        new SimulationListener() {
          @Override
          public void submitted(ClusterState live, int slot) {
            history.submitted(live, slot);
          }

          @Override
          public void finished(ClusterState live, int slot) {
            history.finished(live.job(slot), live.ranSeconds(slot));
            waits.finished(live, slot);
          }
        };
    JobLog log = LOG.slice(0, jobs);
    new Simulation(state, Policies.create(EASY), new LogArrivals(log), listener).run();
    scores.backtested(
        requireNonNull(scores.due(0, policies, state, history, StudyDesign.SAMPLED)).run(), waits);
  }

  private static Anchor choosing(BacktestScores scores, Spec policy) {
    Anchor anchor = scores.anchor();
    anchor.begin(EASY);
    anchor.chose(0, policy);
    return anchor;
  }

  @Test
  void isFreeAtFirstWithThePolicyInForceAsTheLeader() {
    Anchor anchor = new Anchor();
    assertThat(anchor.leader()).isNull();

    anchor.begin(EASY);
    anchor.begin(FCFS);

    assertThat(anchor.leader()).isEqualTo(EASY);
    assertThat(anchor.anchored()).isFalse();
    assertThat(anchor.weight()).isEqualTo(0.5);
  }

  @Test
  void choicesThatCostMoreThanTheLeaderAnchorTheClusterUntilTheyCostLess() {
    BacktestScores scores = new BacktestScores();
    Anchor anchor = choosing(scores, FCFS);

    backtest(scores, 2000, List.of(EASY, FCFS));
    assertThat(anchor.anchored()).as(anchor.score()).isTrue();
    assertThat(anchor.leader()).isEqualTo(EASY);
    assertThat(anchor.weight()).isLessThan(0.2);
    assertThat(anchor.score())
        .matches(
            "over 1\\d blocks of the recorded past, the choices of studies cost \\+.* compared with easy .*");

    // the past of the next backtest, 5,000 jobs, begins after this choice
    anchor.chose(LOG.submit(2001), SHORTEST);
    backtest(scores, 7500, List.of(EASY, FCFS, SHORTEST));
    assertThat(anchor.anchored()).as(anchor.score()).isFalse();
    assertThat(anchor.weight()).isGreaterThan(0.49);
  }

  @Test
  void fourWeeksAreTheLeastEvidence() {
    BacktestScores scores = new BacktestScores();
    Anchor anchor = choosing(scores, FCFS);
    int jobs = 0;
    while (LOG.submit(jobs) < 25 * DAY) {
      jobs++;
    }

    backtest(scores, jobs, List.of(EASY, FCFS));

    assertThat(anchor.weight()).isLessThan(0.5);
    assertThat(anchor.anchored()).isFalse();
  }

  @Test
  void easyLeadsOnlyIfTheSchedulerCanBeSetToIt() {
    BacktestScores scores = new BacktestScores();
    Anchor anchor = choosing(scores, FCFS);

    backtest(scores, 2000, List.of(FCFS));

    assertThat(anchor.leader()).isEqualTo(FCFS);
    assertThat(anchor.anchored()).isFalse();
  }

  @Test
  void keepsTheLatestChoicesAndReplacesThoseThatCannotBeSimulated() {
    Anchor anchor = new Anchor();
    anchor.begin(EASY);
    anchor.chose(10, FCFS);
    anchor.chose(20, FCFS);
    anchor.chose(30, EASY);
    anchor.chose(30, SHORTEST);

    assertThat(anchor.choices(0, policy -> true))
        .containsExactly(new PolicySequence(List.of(new Step(10, FCFS), new Step(30, SHORTEST))));
    assertThat(anchor.choices(0, policy -> !policy.equals(FCFS)))
        .containsExactly(new PolicySequence(List.of(new Step(10, EASY), new Step(30, SHORTEST))));
    assertThat(anchor.choices(30, policy -> true))
        .containsExactly(new PolicySequence(List.of(new Step(30, SHORTEST))));

    for (int i = 0; i < 5000; i++) {
      anchor.chose(100 + i, i % 2 == 0 ? FCFS : EASY);
    }
    assertThat(anchor.choices(0, policy -> true).get(0).steps()).hasSize(4096);
  }

  /**
   * The cluster is anchored to EASY; before, FCFS was chosen. A study that finds a gain of 2 % for
   * EASY would not have led from FCFS to EASY, as a change must save 5 %; one of 20 % would.
   */
  @Test
  void aStudyThatKeepsTheLeaderIsAChoiceOfItOnlyIfItWouldHaveLedToIt() {
    Tuner tuner =
        new Tuner(
            new TuneSettings(
                1,
                3600,
                3600,
                SearchSpace.of(List.of(EASY, FCFS)),
                new GuardRails(0, 0.05, 0, 0, 0, 9),
                StudyDesign.SAMPLED));
    Anchor anchor = tuner.backtestScores().anchor();
    anchor.restore(
        new Snapshot()
            .put("leader", EASY.toString())
            .put("anchored", true)
            .put("weight", 0.2)
            .put("excess", 0.5)
            .put("blocks", 13)
            .put("second", new int[] {0})
            .putStrings("policy", List.of(FCFS.toString())));

    Decision kept = tuner.decide(study(1000, 9.8, 10), 5, null);
    assertThat(kept.chosen()).isNull();
    assertThat(anchor.held(EASY)).isEqualTo(FCFS);

    tuner.decide(study(2000, 8, 10), 5, null);
    assertThat(anchor.held(EASY)).isEqualTo(EASY);
  }

  /** EASY is in force. */
  private static EvaluationResult study(int time, double easy, double fcfs) {
    return new EvaluationResult(
        new StudyResult(time, 3600, List.of("one"), List.of(cost(EASY, easy), cost(FCFS, fcfs))),
        List.of());
  }

  private static AlternativeResult cost(Spec policy, double slowdown) {
    double[] costs = {slowdown, slowdown};
    return new AlternativeResult(
        policy, new CostSums(1, costs, costs, new int[] {1, 1}), 0, null, true);
  }

  @Test
  void aSnapshotRestoresTheLeaderTheScoreAndTheChoices() {
    BacktestScores scores = new BacktestScores();
    Anchor anchor = choosing(scores, FCFS);
    backtest(scores, 2000, List.of(EASY, FCFS));
    BacktestScores again = new BacktestScores();

    again.restore(scores.snapshot());

    assertThat(again.anchor().anchored()).isTrue();
    assertThat(again.anchor().score()).isEqualTo(anchor.score());
    assertThat(again.anchor().choices(0, policy -> true))
        .isEqualTo(anchor.choices(0, policy -> true));
  }
}
