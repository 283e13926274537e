package io.gnomon.sim.forecast;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * A forecast of the start times of waiting jobs: one shadow simulation of the policy in force per
 * scenario.
 *
 * <p>The owner of the state builds it, which takes one fork; then it is independent of the live
 * state. The result does not depend on the number of threads. A simulation ends when all jobs of
 * the forecast have started; memory is one int per job and scenario.
 */
public final class StartForecast {
  private static final int SLICE_SECONDS = 3600;

  private final ClusterState snapshot;
  private final SchedulingPolicy incumbent;
  private final RuntimeModel known;
  private final List<Scenario> scenarios;
  private final int horizonSeconds;
  private final int[] jobs;
  private final int firstNewJob;
  private final int awaited; // the job whose start ends a simulation; -1 for all
  private final RunControl control = new RunControl();

  /**
   * The start of one job, in seconds of the state, or {@link Simulation#NEVER} if later than the
   * horizon.
   *
   * @param job its number
   * @param low 10th percentile of the starts in the scenarios
   * @param median of the starts in the scenarios
   * @param high 90th percentile of the starts in the scenarios
   */
  public record Start(int job, int low, int median, int high) {}

  /**
   * Takes the snapshot.
   *
   * @param live the state, only read
   * @param incumbent the policy that runs on it, or follows it, only read
   * @param history of the cluster, only read, for policies that use expected runtimes
   * @param scenarios at least 1
   * @param horizonSeconds how far to simulate, at least 1
   * @param maxJobs the most jobs to forecast, at least 0; the first ones to have arrived
   */
  public StartForecast(
      ClusterState live,
      SchedulingPolicy incumbent,
      JobHistory history,
      List<Scenario> scenarios,
      int horizonSeconds,
      int maxJobs) {
    this(live, incumbent, history, scenarios, horizonSeconds, maxJobs, ClusterState.NONE);
  }

  /**
   * The same for one waiting job: a simulation ends when the job has started. Other jobs have
   * {@link Simulation#NEVER} where they start later.
   *
   * @param awaited the number of the job; it is part of the forecast even if there are {@code
   *     maxJobs} before it, or -1 for all jobs
   */
  StartForecast(
      ClusterState live,
      SchedulingPolicy incumbent,
      JobHistory history,
      List<Scenario> scenarios,
      int horizonSeconds,
      int maxJobs,
      int awaited) {
    if (horizonSeconds < 1 || scenarios.isEmpty() || maxJobs < 0) {
      throw new IllegalArgumentException(
          "a forecast of %d scenarios over %d s for %d jobs is not allowed: the first two must be at least 1, the last at least 0"
              .formatted(scenarios.size(), horizonSeconds, maxJobs));
    }
    this.scenarios = List.copyOf(scenarios);
    this.horizonSeconds = horizonSeconds;
    snapshot = live.fork();
    this.incumbent = incumbent.fork(snapshot);
    known = history.expectedRuntimes(incumbent, live);
    int[] last = {-1};
    live.forEachActive(slot -> last[0] = Math.max(last[0], live.job(slot)));
    firstNewJob = last[0] + 1;
    this.awaited = awaited;
    jobs = firstJobs(live, maxJobs, awaited);
  }

  private static int[] firstJobs(ClusterState live, int maxJobs, int awaited) {
    int[] first = new int[Math.min(maxJobs, live.waiting().size())];
    boolean found = awaited == ClusterState.NONE;
    int slot = live.waiting().first();
    for (int i = 0; i < first.length; i++) {
      first[i] = live.job(slot);
      found |= first[i] == awaited;
      slot = live.waiting().next(slot);
    }
    if (!found) {
      first = Arrays.copyOf(first, first.length + 1);
      first[first.length - 1] = awaited;
    }
    Arrays.sort(first);
    return first;
  }

  /** Runs each simulation as a task of its own; completes with the starts by job number. */
  public CompletableFuture<List<Start>> run(Executor executor) {
    return simulateAll(executor).thenApply(this::collect);
  }

  /** The numbers of the jobs of the forecast, in ascending order. */
  int[] jobs() {
    return jobs;
  }

  /** Runs each simulation as a task of its own; completes with the starts by scenario and job. */
  CompletableFuture<List<int[]>> simulateAll(Executor executor) {
    List<CompletableFuture<int[]>> simulated =
        scenarios.stream()
            .map(scenario -> CompletableFuture.supplyAsync(() -> simulate(scenario), executor))
            .toList();
    return CompletableFuture.allOf(simulated.toArray(CompletableFuture[]::new))
        .thenApply(done -> simulated.stream().map(CompletableFuture::join).toList());
  }

  /** Ends or pauses the running simulations. */
  public RunControl control() {
    return control;
  }

  private int[] simulate(Scenario scenario) {
    ClusterState state = snapshot.fork();
    int horizon = Math.min(ClusterState.LAST, state.now() + horizonSeconds);
    StartRecorder starts = new StartRecorder(jobs, awaited);
    Simulation simulation =
        Simulation.continuing(
            state,
            incumbent.fork(state),
            scenario.arrivals(state.now(), horizon, firstNewJob, state),
            starts);
    simulation.useModel(known);
    scenario.assume(simulation);
    simulation.pass(); // the scheduler may not have considered the latest jobs yet
    while (starts.missing > 0 && simulation.nextEventTime() < horizon) {
      control.checkpoint();
      simulation.runUntil(Math.min(horizon, simulation.nextEventTime() + SLICE_SECONDS));
    }
    return starts.times;
  }

  private List<Start> collect(List<int[]> simulated) {
    List<Start> starts = new ArrayList<>();
    int[] times = new int[simulated.size()];
    for (int i = 0; i < jobs.length; i++) {
      for (int scenario = 0; scenario < times.length; scenario++) {
        times[scenario] = simulated.get(scenario)[i];
      }
      starts.add(start(jobs[i], times));
    }
    return starts;
  }

  /** The start of a job from its starts in the scenarios, which are sorted here. */
  static Start start(int job, int[] times) {
    Arrays.sort(times);
    return new Start(job, nth(times, 0.1), nth(times, 0.5), nth(times, 0.9));
  }

  private static int nth(int[] sorted, double fraction) {
    return sorted[Math.max(0, (int) Math.ceil(fraction * sorted.length) - 1)];
  }

  /** Records the first start of each job of the forecast until no awaited job is missing. */
  private static final class StartRecorder implements SimulationListener {
    private final int[] jobs;
    private final int[] times;
    private final int awaited;
    private int missing;

    StartRecorder(int[] jobs, int awaited) {
      this.jobs = jobs;
      this.awaited = awaited;
      times = new int[jobs.length];
      Arrays.fill(times, Simulation.NEVER);
      missing = awaited == ClusterState.NONE ? jobs.length : 1;
    }

    @Override
    public void started(ClusterState state, int slot) {
      int i = Arrays.binarySearch(jobs, state.job(slot));
      if (i >= 0 && times[i] == Simulation.NEVER) {
        times[i] = state.now();
        if (awaited == ClusterState.NONE || awaited == jobs[i]) {
          missing--;
        }
      }
    }
  }
}
