package io.gnomon.sim.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.forecast.StartForecast.Start;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.scenario.ScenarioSettings;
import io.gnomon.sim.scenario.ScenarioSource;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StartForecastTest {
  private static final int DAY = 24 * 3600;

  private static StartForecast forecast(
      ClusterState live, List<Scenario> scenarios, int horizon, int maxJobs) {
    SchedulingPolicy fcfs = Policies.create("fcfs");
    fcfs.adopt(live);
    return new StartForecast(live, fcfs, new JobHistory(DAY, 9), scenarios, horizon, maxJobs);
  }

  private static List<Scenario> sampled(ClusterState live, JobHistory history, int samples) {
    return new ScenarioSource(new ScenarioSettings(1, 0, 0, ScenarioSettings.PAST), history)
        .forecastScenarios(live, Math.min(live.now(), history.oldest()), samples);
  }

  /** No job arrives, and live jobs run for a fraction of their estimates. */
  private record Fraction(double ofEstimate) implements Scenario {
    @Override
    public String name() {
      return "fraction";
    }

    @Override
    public Arrivals arrivals(int from, int horizon, int firstJob, ClusterState cluster) {
      return Arrivals.NONE;
    }

    @Override
    public void assume(Simulation simulation) {
      ClusterState state = simulation.state();
      simulation.assumeRuntimes(slot -> (int) (ofEstimate * state.estimate(slot)));
    }
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
  void withoutHistoryJobsRunForThePartOfTheirEstimatesThatJobsRunElsewhere() {
    ClusterState live = line();

    List<Start> starts = run(forecast(live, sampled(live, new JobHistory(DAY, 9), 200), 1000, 9));

    Start second = starts.get(0);
    assertThat(second.low()).as("start of job 1, which follows job 0").isBetween(1, 3);
    assertThat(second.median()).isBetween(10, 30);
    assertThat(second.high()).isBetween(90, 100);
    assertThat(starts.get(1).high()).isBetween(110, 150);
  }

  /**
   * In scenario i of 10, jobs run for i tenths of their estimates: job 1 starts at 10 i, job 2 at
   * 15 i. The percentiles are those of i = 1, 5 and 9.
   */
  @Test
  void percentilesAreThoseOfTheStartsInTheScenarios() {
    List<Scenario> tenths =
        IntStream.rangeClosed(1, 10).<Scenario>mapToObj(i -> new Fraction(i / 10.0)).toList();

    List<Start> starts = run(forecast(line(), tenths, 1000, 9));

    assertThat(starts).containsExactly(new Start(1, 10, 50, 90), new Start(2, 15, 75, 135));
  }

  /** All jobs with such estimates ran for half of them; job 0 has run for longer than that. */
  @Test
  void aRunningJobRunsForLongerThanItHasRun() {
    JobHistory history = new JobHistory(10 * DAY, 100);
    history.submitted(-1, 0, 1, 100, -1);
    history.finished(-1, 50);
    ClusterState live = line();
    live.advanceTo(70);

    List<Start> starts = run(forecast(live, sampled(live, history, 20), 1000, 9));

    // 50 s have passed: no sample is left, so job 0 runs as long as such jobs elsewhere
    assertThat(starts.get(0).low()).isGreaterThan(70);
    assertThat(starts.get(0).high()).isEqualTo(100);
  }

  @Test
  void neitherStartsAfterTheHorizonNorMoreThanTheMaximumAreForecast() {
    List<Scenario> none = List.of(Scenario.none());
    assertThat(run(forecast(line(), none, 120, 9)).get(1))
        .isEqualTo(new Start(2, Simulation.NEVER, Simulation.NEVER, Simulation.NEVER));

    assertThat(run(forecast(line(), none, 120, 1))).hasSize(1);
  }

  @Test
  void aCancelledForecastHasNoResult() {
    StartForecast forecast = forecast(line(), List.of(Scenario.none()), 1000, 9);
    forecast.control().cancel();

    assertThatThrownBy(() -> run(forecast))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(CancellationException.class);
  }

  @Test
  void theForecastDoesNotDependOnTheNumberOfThreads() {
    Live live = Live.at(5, 0);
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      assertThat(live.forecast(3 * DAY, 20, 500).run(pool).join())
          .isNotEmpty()
          .isEqualTo(run(live.forecast(3 * DAY, 20, 500)));
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * On generated workloads the true starts of all jobs that waited at twelve moments: eight in ten
   * should be within the interval. Jobs of one moment depend on each other, hence the margin.
   */
  @Test
  void aboutEightInTenStartsAreWithinTheInterval() {
    int within = 0;
    int below = 0;
    int jobs = 0;
    for (int seed = 1; seed <= 8; seed++) {
      for (int moment = 0; moment < 4; moment++) {
        Live live = Live.at(seed, moment);
        List<Start> starts = run(live.forecast(14 * DAY, 40, 400));
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
          Workloads.simulation(log, PROCESSORS, Policies.create("easy"), feeding);
      simulation.runUntil(log.submit(2_000 + 200 * moment));
      while (simulation.state().waiting().size() < 25 && simulation.step()) {
        continue;
      }
      return new Live(log, simulation, history);
    }

    StartForecast forecast(int horizon, int samples, int maxJobs) {
      ClusterState state = simulation.state();
      return new StartForecast(
          state, simulation.policy(), history, sampled(state, history, samples), horizon, maxJobs);
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
