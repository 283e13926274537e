package io.gnomon.sim.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.metric.SlowdownWindow;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.ScenarioSettings;
import io.gnomon.sim.scenario.ScenarioSource;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CounterfactualTest {
  private static final int WEEK = TuneSettings.WEEK;
  private static final int WEEKS = 8;
  // the logarithm of one ratio has a standard deviation of 0.2, since some jobs run for days, so
  // the
  // mean of 32 has a standard error of 0.036
  private static final int SEEDS = 32;

  /** A cluster that is watched, as the controller watches it. */
  private static final class Watched implements SimulationListener {
    final JobHistory history = new JobHistory(2 * WEEK, 1 << 20);
    final SlowdownWindow window = new SlowdownWindow(WEEK, WEEK / 168);
    final Simulation simulation;

    Watched(JobLog log, String policy) {
      this(log, policy, 128);
    }

    Watched(JobLog log, String policy, int processors) {
      this(log, policy, new ClusterState(processors));
    }

    Watched(JobLog log, String policy, ClusterState state) {
      simulation =
          new Simulation(state, Policies.create(policy, state), new LogArrivals(log, state), this);
    }

    @Override
    public void submitted(ClusterState state, int slot) {
      history.submitted(state, slot);
    }

    @Override
    public void finished(ClusterState state, int slot) {
      history.finished(
          state.job(slot), state.servedSeconds(slot) + state.now() - state.startTime(slot));
      window.finished(state, slot);
    }

    double runTo(int second) {
      simulation.runUntil(second);
      simulation.state().advanceTo(second);
      return window.aggregate(simulation.state());
    }
  }

  @Test
  void nodesHaveTheStatesOfTheLiveOnesAfterAStep() {
    // job 1 is on n0 until 1000; n1 is drained at 10, so that job 2, from 20 on, waits
    JobLog log = JobLog.builder().job(1, 0, 1000, 1000, 1).job(2, 20, 50, 50, 1).build();
    ClusterState nodes = new ClusterState(Machine.of(2, NodeClass.of(1, 0)));
    Watched live = new Watched(log, "fcfs", nodes);
    live.runTo(10);
    Counterfactual same =
        new Counterfactual(nodes, live.simulation.policy(), live.history, live.window);
    nodes.setNode(1, NodeState.DRAINED);
    step(same, live);
    live.runTo(200);

    assertThat(step(same, live).completions()).isEmpty();
  }

  private static Counterfactual.Result step(Counterfactual simulated, Watched live) {
    return simulated
        .step(live.simulation.state(), live.history, RuntimeModel.ESTIMATES, new int[0], null)
        .run(Runnable::run)
        .join();
  }

  private static JobLog workload(boolean exact) {
    return workload(exact, 1);
  }

  private static JobLog workload(boolean exact, long seed) {
    JobLog raw = WorkloadGenerator.generate(4_000, 128, 0.7, seed);
    JobLog log = new Preparation(128, OverrunRule.KNOWN).prepare(raw).log();
    return exact ? log.withExactEstimates() : log;
  }

  /** Week by week what EASY would have done, while the cluster went over to the shortest first. */
  private static List<Double> counterfactual(JobLog log) {
    Watched tuned = new Watched(log, "easy");
    tuned.runTo(WEEK);
    Simulation live = tuned.simulation;
    Counterfactual untuned =
        new Counterfactual(live.state(), live.policy(), tuned.history, tuned.window);
    live.reconfigure(Policies.create("easy(order=shortest)"));
    List<Double> seen = new ArrayList<>();
    for (int week = 2; week <= WEEKS; week++) {
      tuned.runTo(week * WEEK);
      seen.add(slowdown(untuned, live.state(), tuned.history));
    }
    return seen;
  }

  private static double slowdown(
      Counterfactual counterfactual, ClusterState live, JobHistory history) {
    return step(counterfactual, live, history, null)
        .run(Runnable::run)
        .join()
        .samples()
        .get(0)
        .slowdown();
  }

  private static Counterfactual.Step step(
      Counterfactual counterfactual,
      ClusterState live,
      JobHistory history,
      @Nullable SchedulingPolicy next) {
    ScenarioSource source =
        new ScenarioSource(new ScenarioSettings(1, 0, 0, ScenarioSettings.PAST), history);
    return counterfactual.step(
        live, history, source.sampledRuntimes(live), new int[] {live.now()}, next);
  }

  private static List<Double> truth(JobLog log, String policy) {
    Watched untuned = new Watched(log, policy);
    untuned.runTo(WEEK);
    List<Double> seen = new ArrayList<>();
    for (int week = 2; week <= WEEKS; week++) {
      seen.add(untuned.runTo(week * WEEK));
    }
    return seen;
  }

  @Test
  void equalsTheUntunedClusterIfEstimatesAreExact() {
    JobLog log = workload(true);
    List<Double> untuned = truth(log, "easy");
    assertThat(counterfactual(log))
        .usingElementComparator((one, other) -> Math.abs(one - other) < 1e-9 ? 0 : 1)
        .isEqualTo(untuned);
    assertThat(untuned).isNotEqualTo(truth(log, "easy(order=shortest)"));
  }

  /**
   * One processor. Job 2 runs for half its estimate, but runs later in the live cluster, so that
   * the counterfactual knows its runtime only at the last step.
   *
   * <pre>
   * job  submit  runtime  estimate   start in the live cluster   under EASY, slowdown
   *   1       0      100       100                           0          0   1
   *   2      10      500      1000                         140        100   1 +  90/500
   *   3      20       40        50                         100        600   1 + 580/40
   * </pre>
   */
  @Test
  void replacesAnAssumedRuntimeWhenTheTrueOneIsKnown() {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 100, 1)
            .job(2, 10, 500, 1000, 1)
            .job(3, 20, 40, 50, 1)
            .build();
    Watched tuned = new Watched(log, "easy", 1);
    tuned.runTo(30);
    Simulation live = tuned.simulation;
    Counterfactual untuned =
        new Counterfactual(live.state(), live.policy(), tuned.history, tuned.window);
    live.reconfigure(Policies.create("easy(order=shortest)"));

    List<Double> seen = new ArrayList<>();
    for (int time : List.of(300, 700)) {
      tuned.runTo(time);
      seen.add(slowdown(untuned, live.state(), tuned.history));
    }

    // at 300 job 1 is completed, job 2 runs, and job 3 waits for 280 s
    double waiting = (1 + 1 + 280 / 50.0) / 2;
    double completed = (1 + 1 + 90 / 500.0 + 1 + 580 / 40.0) / 3;
    assertThat(seen).hasSize(2);
    assertThat(seen.get(0)).isCloseTo(waiting, within(1e-12));
    assertThat(seen.get(1)).isCloseTo(completed, within(1e-12));
  }

  @Test
  void isCloseToTheUntunedClusterIfRuntimesBecomeKnownLater() {
    double logRatio =
        LongStream.rangeClosed(1, SEEDS)
            .mapToObj(seed -> workload(false, seed))
            .mapToDouble(log -> Math.log(mean(counterfactual(log)) / mean(truth(log, "easy"))))
            .average()
            .orElseThrow();
    assertThat(Math.exp(logRatio)).as("of guess and truth").isCloseTo(1, within(0.06));
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(x -> x).average().orElseThrow();
  }

  @Test
  void theLiveClusterIsNotChanged() {
    JobLog log = workload(true);
    Watched watched = new Watched(log, "easy");
    watched.runTo(WEEK);
    long hash = watched.simulation.state().hash();
    Counterfactual other =
        new Counterfactual(
            watched.simulation.state(),
            watched.simulation.policy(),
            watched.history,
            watched.window);
    SchedulingPolicy next = Policies.create("easy(order=shortest)");
    step(other, watched.simulation.state(), watched.history, next).run(Runnable::run).join();
    ClusterState later = watched.simulation.state().fork();
    later.advanceTo(2 * WEEK);
    step(other, later, watched.history, null).run(Runnable::run).join();
    assertThat(other.policy()).hasToString("easy(order=shortest)");
    assertThat(watched.simulation.state().hash()).isEqualTo(hash);
  }
}
