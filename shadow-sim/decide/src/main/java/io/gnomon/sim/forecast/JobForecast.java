package io.gnomon.sim.forecast;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.Rerun;
import io.gnomon.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A forecast of the start of one job with several requests: as submitted, and with other numbers of
 * processors or other estimates. All requests are simulated under the same scenarios, so that their
 * starts can be compared. The job may be waiting, held, or not submitted yet; a held job is assumed
 * to be released now, unless it is {@link StartForecast#isReleasedLater released later}.
 *
 * <p>The owner of the state builds it, which takes two forks per request; then it is independent of
 * the live state. A simulation ends when the job has started.
 */
public final class JobForecast {
  /** The most waiting jobs that are compared with the job; the first ones to have arrived. */
  public static final int MAX_OTHERS = 5_000;

  private final List<Request> requests;
  private final List<StartForecast> forecasts;
  private final int job;

  /**
   * What a job requests.
   *
   * @param processors at least 1
   * @param estimateSeconds its time limit, at least 1
   * @param onNodes what it requests of nodes instead; null for what it requests now
   * @param account its account and QOS instead; null for those that it has now
   */
  public record Request(
      int processors,
      int estimateSeconds,
      io.gnomon.sim.machine.@Nullable Request onNodes,
      @Nullable JobAccount account) {
    /** A number of processors and a time limit; all else as it is now. */
    public Request(int processors, int estimateSeconds) {
      this(processors, estimateSeconds, null, null);
    }
  }

  /**
   * The start of the job with one request, in seconds of the state, or {@link Simulation#NEVER} if
   * later than the horizon.
   *
   * @param request what it requests
   * @param low 10th percentile of the starts in the scenarios
   * @param median of the starts in the scenarios
   * @param high 90th percentile of the starts in the scenarios
   */
  public record Outcome(Request request, int low, int median, int high) {
    /** The outcome with a calibrated interval; see {@link StartCalibration#calibrated}. */
    public Outcome calibrated(StartCalibration calibration, int now) {
      StartForecast.Start start =
          calibration.calibrated(
              new StartForecast.Start(ClusterState.NONE, low, median, high), now);
      return new Outcome(request, start.low(), start.median(), start.high());
    }
  }

  /**
   * A waiting job that starts first in more than half of the scenarios.
   *
   * @param job its number
   * @param start median of its starts, in seconds of the state
   */
  public record Ahead(int job, int start) {}

  /**
   * The forecast.
   *
   * @param outcomes by request, in the order of the requests
   * @param ahead the jobs that start before this job with the first request, by start
   */
  public record Result(List<Outcome> outcomes, List<Ahead> ahead) {
    /** Copies the lists. */
    public Result {
      outcomes = List.copyOf(outcomes);
      ahead = List.copyOf(ahead);
    }
  }

  /**
   * What a forecast starts from.
   *
   * @param live the state, only read
   * @param incumbent the policy that runs on it, or follows it, only read
   * @param history of the cluster, only read, for policies that use expected runtimes
   * @param scenarios at least 1
   * @param horizonSeconds how far to simulate, at least 1
   */
  public record Start(
      ClusterState live,
      SchedulingPolicy incumbent,
      JobHistory history,
      List<Scenario> scenarios,
      int horizonSeconds) {}

  private JobForecast(List<Request> requests, List<StartForecast> forecasts, int job) {
    this.requests = List.copyOf(requests);
    this.forecasts = forecasts;
    this.job = job;
  }

  /**
   * A forecast for a job that has been submitted.
   *
   * @param slot of the waiting or held job
   * @param requests at least 1; the first one is usually what the job requests
   */
  public static JobForecast ofActive(Start from, int slot, List<Request> requests) {
    List<StartForecast> forecasts = new ArrayList<>();
    int job = from.live().job(slot);
    for (Request request : requests) {
      ClusterState state = from.live().fork();
      SchedulingPolicy policy = from.incumbent().fork(state);
      boolean held = state.phase(slot) == JobPhase.HELD;
      modify(state, slot, request);
      if (StartForecast.isReleasedLater(from.live(), slot)) {
        policy.changed(slot);
      } else if (held) {
        state.release(slot);
        policy.submitted(slot);
      } else {
        policy.changed(slot);
      }
      forecasts.add(forecast(from, state, policy, job));
    }
    return new JobForecast(requests, forecasts, job);
  }

  /**
   * A job that would be submitted now.
   *
   * @param user the number of its user, -1 if unknown
   * @param onNodes what it requests of the nodes with each of its requests; null in a pool of
   *     processors, and for CPUs alone
   * @param account whose usage, account and QOS count; null without accounts
   */
  public record NewJob(
      int user, io.gnomon.sim.machine.@Nullable Request onNodes, @Nullable JobAccount account) {}

  /**
   * A forecast for a job that would be submitted now.
   *
   * @param requests at least 1
   */
  public static JobForecast ofNew(Start from, NewJob submitted, List<Request> requests) {
    List<StartForecast> forecasts = new ArrayList<>();
    int job = Rerun.nextJob(from.live());
    for (Request request : requests) {
      ClusterState state = from.live().fork();
      SchedulingPolicy policy = from.incumbent().fork(state);
      policy.submitted(submit(state, submitted, request));
      forecasts.add(forecast(from, state, policy, job));
    }
    return new JobForecast(requests, forecasts, job);
  }

  /**
   * Submits a job to a fork of the live state, on which no policy runs yet.
   *
   * @return its slot
   */
  public static int submit(ClusterState fork, NewJob submitted, Request request) {
    int slot = submit(fork, Rerun.nextJob(fork), submitted.onNodes(), request);
    JobAccount account = request.account() == null ? submitted.account() : request.account();
    fork.describe(slot, submitted.user(), ClusterState.NONE, ClusterState.NONE);
    if (fork.hasAccounting() && account != null) {
      fork.account(slot, account);
    }
    return slot;
  }

  private static void modify(ClusterState state, int slot, Request request) {
    int estimate = request.estimateSeconds();
    if (request.onNodes() == null) {
      state.modify(slot, request.processors(), estimate);
    } else {
      state.modifyShape(
          slot, state.nodes().shapes().of(request.onNodes(), estimate).id(), estimate);
    }
    if (request.account() != null) {
      state.account(slot, request.account());
    }
  }

  private static int submit(
      ClusterState state, int job, io.gnomon.sim.machine.@Nullable Request ofJob, Request request) {
    int estimate = request.estimateSeconds();
    io.gnomon.sim.machine.Request onNodes = request.onNodes() == null ? ofJob : request.onNodes();
    return onNodes == null
        ? state.submit(job, state.now(), request.processors(), estimate)
        : state.submitShape(
            job, state.now(), state.nodes().shapes().of(onNodes, estimate).id(), estimate);
  }

  private static StartForecast forecast(
      Start from, ClusterState state, SchedulingPolicy policy, int job) {
    return new StartForecast(
        state, policy, from.history(), from.scenarios(), from.horizonSeconds(), MAX_OTHERS, job);
  }

  /** Runs each simulation as a task of its own. */
  public CompletableFuture<Result> run(Executor executor) {
    List<CompletableFuture<List<int[]>>> simulated =
        forecasts.stream().map(forecast -> forecast.simulateAll(executor)).toList();
    return CompletableFuture.allOf(simulated.toArray(CompletableFuture[]::new))
        .thenApply(done -> collect(simulated.stream().map(CompletableFuture::join).toList()));
  }

  /** End or pause the running simulations. */
  public List<RunControl> controls() {
    return forecasts.stream().map(StartForecast::control).toList();
  }

  private Result collect(List<List<int[]>> simulated) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      int[] jobs = forecasts.get(i).jobs();
      int[] times = times(simulated.get(i), Arrays.binarySearch(jobs, job));
      StartForecast.Start start = StartForecast.start(job, times);
      outcomes.add(new Outcome(requests.get(i), start.low(), start.median(), start.high()));
    }
    return new Result(outcomes, ahead(forecasts.get(0).jobs(), simulated.get(0)));
  }

  private List<Ahead> ahead(int[] jobs, List<int[]> simulated) {
    int own = Arrays.binarySearch(jobs, job);
    List<Ahead> ahead = new ArrayList<>();
    for (int i = 0; i < jobs.length; i++) {
      int other = i;
      long earlier = simulated.stream().filter(times -> times[other] < times[own]).count();
      if (i != own && 2 * earlier > simulated.size()) {
        ahead.add(new Ahead(jobs[i], StartForecast.start(jobs[i], times(simulated, i)).median()));
      }
    }
    ahead.sort(Comparator.comparingInt(Ahead::start).thenComparingInt(Ahead::job));
    return ahead;
  }

  private static int[] times(List<int[]> simulated, int index) {
    return simulated.stream().mapToInt(times -> times[index]).toArray();
  }
}
