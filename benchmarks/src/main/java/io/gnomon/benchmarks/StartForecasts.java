package io.gnomon.benchmarks;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.forecast.StartCalibration;
import io.gnomon.sim.forecast.StartForecast;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.Tuner;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The accuracy of start forecasts on a trace. A simulation of the trace takes the place of the
 * cluster. At regular times all waiting jobs are forecast as the controller does it, and compared
 * with their starts in that simulation; or after an installation beside the running cluster, when
 * little is known.
 *
 * <p>The scheduler's own estimates are those of {@code squeue --start}: the policy is simulated
 * with the time limits as runtimes and without further arrivals.
 */
final class StartForecasts {
  private static final int SAMPLES = 40;
  private static final int MOST_JOBS = 1_000;
  private static final int HORIZON_SECONDS = 14 * 86_400;
  private static final double LEARNED = 0.2;

  private static final int HOUR = 3_600;
  private static final int DAY = 24 * HOUR;
  private static final int INSTALLATIONS = 24;
  private static final int[] AGES = {
    0,
    HOUR / 4,
    HOUR / 2,
    3 * HOUR / 4,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    3 * DAY
  };

  /** The figures by the age of the installation. */
  record Cold(
      StartErrors.Figures firstHour, StartErrors.Figures firstDay, StartErrors.Figures nextDays) {}

  private final JobLog log;
  private Tuner tuner = new Tuner(TuneSettings.weekly(1, HORIZON_SECONDS, 4));
  private final Simulation cluster;
  private final int[] starts;
  private StartCalibration calibration = new StartCalibration();
  private final List<Pending> pending = new ArrayList<>();

  private record Pending(StartForecast.Start start, int at) {}

  private StartForecasts(JobLog log, int processors, String policy) {
    this.log = log;
    starts = new int[log.size()];
    Arrays.fill(starts, Simulation.NEVER);
    cluster =
        new Simulation(
            new ClusterState(processors),
            Policies.create(policy),
            new LogArrivals(log),
            new Observer());
  }

  /**
   * Forecasts all waiting jobs at regular times after the first fifth of the trace.
   *
   * @param everySeconds time between the forecasts
   */
  static StartErrors.Figures measure(JobLog log, int processors, String policy, int everySeconds) {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      return new StartForecasts(log, processors, policy).run(threads, everySeconds);
    } finally {
      threads.shutdownNow();
    }
  }

  private StartErrors.Figures run(ExecutorService threads, int everySeconds) {
    StartErrors errors = new StartErrors();
    int first = log.submit((int) (LEARNED * log.size()));
    int last = log.submit(log.size() - 1);
    for (int at = first; at < last; at += everySeconds) {
      cluster.runUntil(at);
      cluster.state().advanceTo(at);
      forecast(errors, threads);
    }
    cluster.run();
    return errors.compare(starts, cluster.state().now());
  }

  /**
   * Forecasts all waiting jobs in the first hour, the first day and the next two days after each of
   * several installations, which begin without a history of the cluster.
   */
  static Cold cold(JobLog log, int processors, String policy) {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      return new StartForecasts(log, processors, policy).installations(threads);
    } finally {
      threads.shutdownNow();
    }
  }

  private Cold installations(ExecutorService threads) {
    StartErrors firstHour = new StartErrors();
    StartErrors firstDay = new StartErrors();
    StartErrors later = new StartErrors();
    int first = log.submit(log.size() / 20);
    int last = log.submit(log.size() - 1);
    for (int i = 0; i < INSTALLATIONS; i++) {
      int installed = first + (int) ((long) i * (last - first) / INSTALLATIONS);
      reach(installed);
      install();
      for (int age : AGES) {
        reach(installed + age);
        forecast(age <= HOUR ? firstHour : age <= DAY ? firstDay : later, threads);
      }
    }
    cluster.run();
    int end = cluster.state().now();
    return new Cold(
        firstHour.compare(starts, end), firstDay.compare(starts, end), later.compare(starts, end));
  }

  private void reach(int second) {
    cluster.runUntil(second);
    cluster.state().advanceTo(second);
  }

  /** Begins as the controller does with the first snapshot of a cluster. */
  private void install() {
    tuner = new Tuner(TuneSettings.weekly(1, HORIZON_SECONDS, 4));
    calibration = new StartCalibration();
    pending.clear();
    ClusterState state = cluster.state();
    List<Integer> slots = new ArrayList<>();
    state.forEachActive(slots::add);
    slots.stream()
        .sorted(Comparator.comparingInt(state::job))
        .forEach(slot -> tuner.submitted(state, slot));
  }

  private void forecast(StartErrors errors, ExecutorService threads) {
    ClusterState state = cluster.state();
    if (state.waiting().isEmpty()) {
      return;
    }
    List<StartForecast.Start> forecast =
        of(tuner.forecastScenarios(state, SAMPLES)).run(threads).join();
    List<StartForecast.Start> estimates = of(List.of(Scenario.none())).run(threads).join();
    learn();
    for (int i = 0; i < forecast.size(); i++) {
      StartForecast.Start start = forecast.get(i);
      errors.add(start, calibration.calibrated(start, state.now()), estimates.get(i).median());
      pending.add(new Pending(start, state.now()));
    }
  }

  /** Calibrates by the jobs that have started since they were forecast. */
  private void learn() {
    pending.removeIf(
        forecast -> {
          int start = starts[forecast.start().job()];
          if (start == Simulation.NEVER) {
            return false;
          }
          calibration.started(forecast.start(), forecast.at(), start);
          return true;
        });
  }

  private StartForecast of(List<Scenario> scenarios) {
    return new StartForecast(
        cluster.state(), cluster.policy(), tuner.history(), scenarios, HORIZON_SECONDS, MOST_JOBS);
  }

  /** Records starts, and learns as the controller does. */
  private final class Observer implements SimulationListener {
    @Override
    public void submitted(ClusterState state, int slot) {
      tuner.submitted(state, slot);
    }

    @Override
    public void started(ClusterState state, int slot) {
      starts[state.job(slot)] = Math.min(starts[state.job(slot)], state.now());
    }

    @Override
    public void finished(ClusterState state, int slot) {
      tuner.finished(state, slot);
    }
  }
}
