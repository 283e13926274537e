package io.gnomon.sim.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.ScenarioSettings;
import io.gnomon.sim.scenario.ScenarioSource;
import io.gnomon.sim.tune.SlowdownWindow;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CounterfactualTest {
  private static final int WEEK = TuneSettings.WEEK;
  private static final int WEEKS = 8;
  // the logarithm of one ratio has a standard deviation of 0.2, since some jobs run for days; the
  // mean of 32 has a standard error of 0.036, the mean of 8 would have one of 0.07
  private static final int SEEDS = 32;

  /** A cluster that is watched, as the controller watches it. */
  private static final class Watched implements SimulationListener {
    final JobHistory history = new JobHistory(2 * WEEK, 1 << 20);
    final SlowdownWindow window = new SlowdownWindow(WEEK, WEEK / 168);
    final Simulation simulation;

    Watched(JobLog log, String policy) {
      simulation =
          new Simulation(
              new ClusterState(128), Policies.create(policy), new LogArrivals(log), this);
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
      seen.add(step(untuned, live.state(), tuned.history).run(Runnable::run).join());
    }
    return seen;
  }

  private static Counterfactual.Step step(
      Counterfactual counterfactual, ClusterState live, JobHistory history) {
    ScenarioSource source =
        new ScenarioSource(new ScenarioSettings(1, 0, 0, ScenarioSettings.PAST), history);
    return counterfactual.until(live, history, source.sampledRuntimes(live));
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

  @Test
  void isCloseToTheUntunedClusterIfRuntimesBecomeKnownLater() {
    double logRatio =
        LongStream.rangeClosed(1, SEEDS)
            .mapToObj(seed -> workload(false, seed))
            .mapToDouble(log -> Math.log(mean(counterfactual(log)) / mean(truth(log, "easy"))))
            .average()
            .orElseThrow();
    assertThat(Math.exp(logRatio)).as("of guess and truth").isCloseTo(1, within(0.1));
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
                watched.window)
            .under(Policies.create("easy(order=shortest)"), watched.history);
    ClusterState later = watched.simulation.state().fork();
    later.advanceTo(2 * WEEK);
    step(other, later, watched.history).run(Runnable::run).join();
    assertThat(other.policy().spec()).hasToString("easy(order=shortest)");
    assertThat(watched.simulation.state().hash()).isEqualTo(hash);
  }
}
