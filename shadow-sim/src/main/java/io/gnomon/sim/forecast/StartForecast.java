package io.gnomon.sim.forecast;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.scenario.ResampledDays;
import io.gnomon.sim.scenario.RuntimeRatios;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * When the waiting jobs will start: shadow simulations of what is in force, each with other
 * runtimes, drawn from what jobs have run of their estimates lately, and with other arrivals, drawn
 * from the days of the past.
 *
 * <p>The owner of the state builds it, which takes one fork; then it is independent of the live
 * state. The same seed gives the same forecast on any number of threads. A draw ends when all jobs
 * that are asked about have started; memory is one int a job and draw.
 */
public final class StartForecast {
  private static final int DAY = 24 * 3600;

  private final ClusterState snapshot;
  private final SchedulingPolicy incumbent;
  private final RuntimeRatios ratios;
  private final RuntimeModel known;
  private final RecordedJobs past;
  private final int pastDays;
  private final Settings settings;
  private final int[] jobs;
  private final int firstNewJob;
  private volatile boolean cancelled;

  /**
   * How a forecast is made.
   *
   * @param horizonSeconds how far to simulate, at least 1
   * @param draws how many simulations, at least 1
   * @param mostJobs how many waiting jobs to tell about, the first ones to have arrived
   * @param seed of the draws
   */
  public record Settings(int horizonSeconds, int draws, int mostJobs, long seed) {
    /** Checks the ranges. */
    public Settings {
      if (horizonSeconds < 1 || draws < 1 || mostJobs < 0) {
        throw new IllegalArgumentException(
            "a forecast of "
                + draws
                + " draws over "
                + horizonSeconds
                + " s for "
                + mostJobs
                + " jobs is not allowed: the first two must be at least 1");
      }
    }
  }

  /**
   * When one job starts, in seconds of the state, or {@link Simulation#NEVER} for later than the
   * horizon.
   *
   * @param job its number
   * @param low the start that one draw in ten is before
   * @param median the start that half of the draws are before
   * @param high the start that nine draws in ten are before
   */
  public record Start(int job, int low, int median, int high) {}

  /**
   * Takes the snapshot.
   *
   * @param live the state, which is only read
   * @param incumbent the policy that is at work on it, or follows it, which is only read
   * @param history what was submitted and how long it ran, which is only read
   */
  public StartForecast(
      ClusterState live, SchedulingPolicy incumbent, JobHistory history, Settings settings) {
    this.settings = settings;
    snapshot = live.fork();
    this.incumbent = incumbent.fork(snapshot);
    ratios = new RuntimeRatios(history);
    known = history.knownTo(incumbent, live);
    int now = live.now();
    pastDays = Math.max(1, (now - Math.min(now, history.oldest())) / DAY);
    past = history.recent(now - pastDays * DAY, now, false);
    int[] last = {-1};
    live.forEachActive(slot -> last[0] = Math.max(last[0], live.job(slot)));
    firstNewJob = last[0] + 1;
    jobs = new int[Math.min(settings.mostJobs(), live.waiting().size())];
    int slot = live.waiting().first();
    for (int i = 0; i < jobs.length; i++) {
      jobs[i] = live.job(slot);
      slot = live.waiting().next(slot);
    }
    Arrays.sort(jobs);
  }

  /** Runs each draw as a task of its own; completes with the starts by job number. */
  public CompletableFuture<List<Start>> run(Executor executor) {
    SplittableRandom seeds = new SplittableRandom(settings.seed());
    List<CompletableFuture<int[]>> draws = new ArrayList<>();
    for (int i = 0; i < settings.draws(); i++) {
      SplittableRandom random = seeds.split();
      draws.add(CompletableFuture.supplyAsync(() -> draw(random), executor));
    }
    return CompletableFuture.allOf(draws.toArray(CompletableFuture[]::new))
        .thenApply(done -> collect(draws.stream().map(CompletableFuture::join).toList()));
  }

  /** Lets the simulations that still run end soon, without a result. */
  public void cancel() {
    cancelled = true;
  }

  private int[] draw(SplittableRandom random) {
    ClusterState state = snapshot.fork();
    int now = state.now();
    int horizon = Math.min(ClusterState.LAST, now + settings.horizonSeconds());
    StartRecorder starts = new StartRecorder(jobs);
    Simulation simulation =
        Simulation.continuing(
            state,
            incumbent.fork(state),
            new ResampledDays(
                past,
                pastDays,
                ratios,
                now,
                horizon,
                firstNewJob,
                state.processors(),
                random.split()),
            starts);
    simulation.useModel(known);
    simulation.assumeRuntimes(
        slot -> {
          int elapsed = state.servedSeconds(slot);
          if (state.phase(slot) == JobPhase.RUNNING) {
            elapsed += now - state.startTime(slot);
          }
          return ratios.draw(random, state.user(slot), state.estimate(slot), elapsed);
        });
    while (starts.missing > 0 && simulation.nextEventTime() < horizon) {
      if (cancelled) {
        throw new CancellationException("the forecast was cancelled");
      }
      simulation.runUntil(Math.min(horizon, simulation.nextEventTime() + 3600));
    }
    return starts.times;
  }

  private List<Start> collect(List<int[]> draws) {
    List<Start> starts = new ArrayList<>();
    int[] times = new int[draws.size()];
    for (int i = 0; i < jobs.length; i++) {
      for (int draw = 0; draw < times.length; draw++) {
        times[draw] = draws.get(draw)[i];
      }
      Arrays.sort(times);
      starts.add(new Start(jobs[i], nth(times, 0.1), nth(times, 0.5), nth(times, 0.9)));
    }
    return starts;
  }

  private static int nth(int[] sorted, double fraction) {
    return sorted[Math.max(0, (int) Math.ceil(fraction * sorted.length) - 1)];
  }

  /** Notes the first start of the jobs that are asked about. */
  private static final class StartRecorder implements SimulationListener {
    private final int[] jobs;
    private final int[] times;
    private int missing;

    StartRecorder(int[] jobs) {
      this.jobs = jobs;
      times = new int[jobs.length];
      Arrays.fill(times, Simulation.NEVER);
      missing = jobs.length;
    }

    @Override
    public void started(ClusterState state, int slot) {
      int i = Arrays.binarySearch(jobs, state.job(slot));
      if (i >= 0 && times[i] == Simulation.NEVER) {
        times[i] = state.now();
        missing--;
      }
    }
  }
}
