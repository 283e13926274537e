package io.gnomon.sim.forecast;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.Rerun;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.scenario.ScenarioRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A forecast of the start times of waiting jobs, and of held ones that are {@link #isReleasedLater
 * released later}: one shadow simulation of the policy in force per scenario.
 *
 * <p>The owner of the state builds it, which takes one fork; then it is independent of the live
 * state. The result does not depend on the number of threads. A simulation ends when all jobs of
 * the forecast have started; memory is one int per job and scenario.
 */
public final class StartForecast {
  private static final Set<WaitingReason> PASSING =
      EnumSet.of(
          WaitingReason.BEGIN_TIME,
          WaitingReason.DEPENDENCY,
          WaitingReason.ARRAY_TASK_LIMIT,
          WaitingReason.RESERVATION);

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
    firstNewJob = Rerun.nextJob(live);
    this.awaited = awaited;
    jobs = firstJobs(live, maxJobs, awaited);
  }

  private static int[] firstJobs(ClusterState live, int maxJobs, int awaited) {
    IntStream jobs = startable(live, maxJobs).stream().mapToInt(live::job);
    return (awaited == ClusterState.NONE ? jobs : IntStream.concat(jobs, IntStream.of(awaited)))
        .sorted()
        .distinct()
        .toArray();
  }

  /**
   * The slots of the jobs that start without anyone's help: waiting jobs in the order of their
   * arrival, without those that can never start, then held ones whose dependency, begin time,
   * reservation or array lets them go later.
   *
   * @param maxJobs the most slots to return
   */
  public static List<Integer> startable(ClusterState live, int maxJobs) {
    List<Integer> slots = new ArrayList<>();
    int slot = live.waiting().first();
    while (slot != ClusterState.NONE && slots.size() < maxJobs) {
      if (!live.neverStarts(slot)) {
        slots.add(slot);
      }
      slot = live.waiting().next(slot);
    }
    if (live.hasConditions()) {
      live.forEachActive(
          held -> {
            if (slots.size() < maxJobs && isReleasedLater(live, held)) {
              slots.add(held);
            }
          });
    }
    return slots;
  }

  /** Whether a job is held by something that passes, which simulations include. */
  public static boolean isReleasedLater(ClusterState live, int slot) {
    return live.phase(slot) == JobPhase.HELD
        && live.hasConditions()
        && passes(live.conditions().reason(slot, live.now()));
  }

  private static boolean passes(@Nullable WaitingReason reason) {
    return reason != null && PASSING.contains(reason);
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
    ScenarioRun run =
        new ScenarioRun(
            state,
            incumbent.fork(state),
            scenario,
            horizon,
            firstNewJob,
            starts,
            simulation -> simulation.useModel(known),
            control);
    run.simulation().pass(); // the scheduler may not have considered the latest jobs yet
    run.until(horizon, () -> starts.missing == 0);
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
