package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * All simulations of one decision (lawson2005, section 3.1): the state as it is, under what is in
 * force and under each alternative, through the same futures.
 *
 * <p>The owner of the state builds it, which takes one fork; then it is independent of the live
 * state and can run on any threads. The result does not depend on their number or order. Every
 * alternative is simulated from a fork of its own, in which it succeeds the incumbent.
 */
public final class ShadowStudy {
  private static final int SLICE_SECONDS = 24 * 3600;

  private final ClusterState snapshot;
  private final SchedulingPolicy incumbent;
  private final List<PolicySpec> specs;
  private final List<Future> futures;
  private final int horizonSeconds;
  private final int firstJob;
  private volatile boolean cancelled;

  /**
   * Takes the snapshot.
   *
   * @param live the state, which is only read
   * @param incumbent the policy that is at work on it, or follows it, which is only read
   * @param alternatives legal policies, without the incumbent, which is always simulated
   * @param futures at least one
   * @param horizonSeconds how far to simulate, at least 1
   */
  public ShadowStudy(
      ClusterState live,
      SchedulingPolicy incumbent,
      List<PolicySpec> alternatives,
      List<Future> futures,
      int horizonSeconds) {
    if (futures.isEmpty() || horizonSeconds < 1) {
      throw new IllegalArgumentException(
          "a study with "
              + futures.size()
              + " futures over "
              + horizonSeconds
              + " s is not allowed: both must be at least 1");
    }
    alternatives.forEach(Policies::create);
    this.snapshot = live.fork();
    this.incumbent = incumbent.fork(snapshot);
    this.futures = List.copyOf(futures);
    this.horizonSeconds = horizonSeconds;
    List<PolicySpec> all = new ArrayList<>();
    all.add(incumbent.spec());
    all.addAll(alternatives);
    specs = List.copyOf(all);
    int[] last = {-1};
    live.forEachActive(slot -> last[0] = Math.max(last[0], live.job(slot)));
    firstJob = last[0] + 1;
  }

  /** The policies that are simulated, the incumbent first. */
  public List<PolicySpec> specs() {
    return specs;
  }

  /** Runs all simulations in this thread. */
  public StudyResult run() {
    return run(Runnable::run).join();
  }

  /**
   * Runs each simulation as a task of its own.
   *
   * @return completes with the result, or exceptionally with what a policy threw or with {@link
   *     CancellationException} after {@link #cancel()}
   */
  public CompletableFuture<StudyResult> run(Executor executor) {
    List<CompletableFuture<SlowdownMeter>> tasks = new ArrayList<>();
    for (int alternative = 0; alternative < specs.size(); alternative++) {
      for (Future future : futures) {
        int index = alternative;
        tasks.add(CompletableFuture.supplyAsync(() -> simulate(index, future), executor));
      }
    }
    return CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new))
        .thenApply(done -> collect(tasks.stream().map(CompletableFuture::join).toList()));
  }

  /** Lets the simulations that still run end soon, without a result. */
  public void cancel() {
    cancelled = true;
  }

  private SlowdownMeter simulate(int alternative, Future future) {
    ClusterState state = snapshot.fork();
    int horizon = Math.min(ClusterState.LAST, state.now() + horizonSeconds);
    SlowdownMeter meter = new SlowdownMeter(state.now(), horizon);
    Simulation simulation =
        Simulation.continuing(
            state,
            incumbent.fork(state),
            future.arrivals(state.now(), horizon, firstJob, state.processors()),
            meter);
    if (alternative > 0) {
      simulation.reconfigure(Policies.create(specs.get(alternative)));
    }
    for (int until = state.now(); until < horizon; ) {
      if (cancelled) {
        throw new CancellationException("the study was cancelled");
      }
      until = Math.min(horizon, until + SLICE_SECONDS);
      simulation.runUntil(until);
    }
    meter.close(simulation);
    return meter;
  }

  private StudyResult collect(List<SlowdownMeter> meters) {
    int batches = SlowdownMeter.batches(horizonSeconds);
    List<AlternativeResult> results = new ArrayList<>();
    for (int alternative = 0; alternative < specs.size(); alternative++) {
      double[] sums = new double[batches * futures.size()];
      int[] counts = new int[sums.length];
      for (int future = 0; future < futures.size(); future++) {
        meters.get(alternative * futures.size() + future).copyInto(sums, counts, future * batches);
      }
      results.add(new AlternativeResult(specs.get(alternative), sums, counts));
    }
    List<String> names = futures.stream().map(Future::name).toList();
    return new StudyResult(snapshot.now(), horizonSeconds, names, results);
  }
}
