package io.gnomon.sim.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.forecast.StartForecast.Settings;
import io.gnomon.sim.forecast.StartForecast.Start;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class StartForecastTest {
  private static final int DAY = 24 * 3600;

  private static StartForecast forecast(ClusterState live, JobHistory history, Settings settings) {
    SchedulingPolicy fcfs = Policies.create("fcfs");
    fcfs.adopt(live);
    return new StartForecast(live, fcfs, history, settings);
  }

  private static List<Start> run(StartForecast forecast) {
    return forecast.run(Runnable::run).join();
  }

  /** Jobs 0 (running), 1 and 2 fill a machine of four processors one after the other. */
  private static ClusterState line() {
    ClusterState live = new ClusterState(4);
    live.start(live.submit(0, 0, 4, 100));
    live.submit(1, 0, 4, 50);
    live.submit(2, 0, 4, 20);
    return live;
  }

  @Test
  void whereNothingIsKnownJobsRunForTheirEstimates() {
    List<Start> starts = run(forecast(line(), new JobHistory(DAY, 9), new Settings(1000, 5, 9, 1)));

    assertThat(starts).containsExactly(new Start(1, 100, 100, 100), new Start(2, 150, 150, 150));
  }

  /** One job in two runs for half its estimate: job 1 starts at 50 or 100, at even odds. */
  @Test
  void runtimesAreDrawnFromWhatJobsHaveRunOfTheirEstimates() {
    JobHistory history = new JobHistory(10 * DAY, 100);
    history.submitted(-2, 0, 1, 200, -1);
    history.submitted(-1, 0, 1, 200, -1);
    history.finished(-2, 100);
    history.finished(-1, 200);

    List<Start> starts = run(forecast(line(), history, new Settings(1000, 400, 9, 1)));

    assertThat(starts.get(0).low()).isEqualTo(50);
    assertThat(starts.get(0).high()).isEqualTo(100);
    // 50 + 25, 50 + 50 or 100 + 25, 100 + 50
    assertThat(starts.get(1).low()).isEqualTo(75);
    assertThat(starts.get(1).median()).isIn(100, 125);
    assertThat(starts.get(1).high()).isEqualTo(150);
  }

  @Test
  void aRunningJobRunsLongerThanItHasAlready() {
    JobHistory history = new JobHistory(10 * DAY, 100);
    history.submitted(-1, 0, 1, 100, -1);
    history.finished(-1, 50);
    ClusterState live = line();
    live.advanceTo(70);

    List<Start> starts = run(forecast(live, history, new Settings(1000, 20, 9, 1)));

    // all that is known is 50 s, which is over: job 0 runs for its estimate
    assertThat(starts.get(0)).isEqualTo(new Start(1, 100, 100, 100));
  }

  @Test
  void aStartBehindTheHorizonIsNotToldAndNoMoreJobsThanAreAskedFor() {
    List<Start> starts = run(forecast(line(), new JobHistory(DAY, 9), new Settings(120, 5, 9, 1)));
    assertThat(starts.get(1))
        .isEqualTo(new Start(2, Simulation.NEVER, Simulation.NEVER, Simulation.NEVER));

    assertThat(run(forecast(line(), new JobHistory(DAY, 9), new Settings(120, 5, 1, 1))))
        .hasSize(1);
  }

  @Test
  void aCancelledForecastHasNoResult() {
    StartForecast forecast = forecast(line(), new JobHistory(DAY, 9), new Settings(1000, 5, 9, 1));
    forecast.cancel();

    assertThatThrownBy(() -> run(forecast))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(CancellationException.class);
  }

  @Test
  void theSameSeedGivesTheSameForecastOnAnyNumberOfThreads() {
    Live live = Live.at(5, 0);
    Settings settings = new Settings(3 * DAY, 20, 500, 7);
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      assertThat(live.forecast(settings).run(pool).join())
          .isNotEmpty()
          .isEqualTo(run(live.forecast(settings)));
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * On generated workloads the true starts of all that waited at twelve moments: eight in ten
   * should be within the interval. Jobs of one moment depend on each other, hence the margin.
   */
  @Test
  void aboutEightStartsInTenAreWithinTheInterval() {
    int within = 0;
    int below = 0;
    int jobs = 0;
    for (int seed = 1; seed <= 8; seed++) {
      for (int moment = 0; moment < 4; moment++) {
        Live live = Live.at(seed, moment);
        List<Start> starts = run(live.forecast(new Settings(14 * DAY, 40, 400, 7)));
        int[] truth = live.truth();
        for (Start start : starts) {
          int when = truth[start.job()];
          jobs++;
          within += when >= start.low() && when <= start.high() ? 1 : 0;
          below += when <= start.median() ? 1 : 0;
        }
      }
    }
    assertThat(jobs).isGreaterThan(1000);
    assertThat(within / (double) jobs).isBetween(0.65, 0.9);
    assertThat(below / (double) jobs).isBetween(0.4, 0.65);
  }

  /** A simulated cluster at a busy moment, with its history. */
  private record Live(JobLog log, Simulation simulation, JobHistory history) {
    private static final int PROCESSORS = 64;

    static Live at(int seed, int moment) {
      JobLog log =
          new Preparation(PROCESSORS, OverrunRule.KNOWN)
              .prepare(WorkloadGenerator.generate(4_000, PROCESSORS, 0.85, seed))
              .log();
      JobHistory history = new JobHistory(14 * DAY, 100_000);
      SimulationListener feeding =
          new SimulationListener() {
            @Override
            public void submitted(ClusterState state, int slot) {
              history.submitted(state, slot);
            }

            @Override
            public void finished(ClusterState state, int slot) {
              history.finished(state.job(slot), state.now() - state.startTime(slot));
            }
          };
      Simulation simulation =
          new Simulation(
              new ClusterState(PROCESSORS), Policies.create("easy"), new LogArrivals(log), feeding);
      simulation.runUntil(log.submit(2_000 + 200 * moment));
      while (simulation.state().waiting().size() < 25 && simulation.step()) {
        continue;
      }
      return new Live(log, simulation, history);
    }

    StartForecast forecast(Settings settings) {
      return new StartForecast(simulation.state(), simulation.policy(), history, settings);
    }

    /** By job, when it truly starts. */
    int[] truth() {
      int[] starts = new int[log.size()];
      Simulation rest =
          simulation.fork(
              new SimulationListener() {
                @Override
                public void started(ClusterState state, int slot) {
                  starts[state.job(slot)] = state.now();
                }
              });
      rest.run();
      return starts;
    }
  }
}
