package io.gnomon.sim.fidelity;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.Rerun;
import io.gnomon.sim.scenario.Scenario;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The simulation of the configuration in force over a span that has passed, with the jobs that
 * really arrived and the runtimes that are known by now, compared with what the scheduler did. It
 * is independent of the live state. Run it once, on any thread.
 */
public final class FidelityCheck {
  private final Rerun rerun;
  private final Scenario observed;
  private final RuntimeModel expectedRuntimes;
  private final int until;
  private final ObservedStarts starts;
  private final RunControl control = new RunControl();

  /**
   * @param rerun from the begin of the span; owned by the check
   * @param observed what has happened since
   * @param expectedRuntimes for a policy that uses them
   * @param until end of the span
   * @param starts what the scheduler did; owned by the check
   */
  FidelityCheck(
      Rerun rerun,
      Scenario observed,
      RuntimeModel expectedRuntimes,
      int until,
      ObservedStarts starts) {
    this.rerun = rerun;
    this.observed = observed;
    this.expectedRuntimes = expectedRuntimes;
    this.until = until;
    this.starts = starts;
  }

  /**
   * Runs the simulation as one task.
   *
   * @return completes with the result, or exceptionally with what a policy threw or with {@link
   *     CancellationException} if it is cancelled
   */
  public CompletableFuture<FidelityResult> run(Executor executor) {
    return CompletableFuture.supplyAsync(this::simulate, executor);
  }

  private FidelityResult simulate() {
    int since = rerun.since();
    ClusterState state = rerun.state();
    state.forEach(JobPhase.WAITING, slot -> holdBack(state, slot));
    Map<Integer, Integer> predicted = new HashMap<>();
    rerun
        .run(
            observed,
            expectedRuntimes,
            until,
            new SimulationListener() {
              @Override
              public void submitted(ClusterState at, int slot) {
                holdBack(at, slot);
              }

              @Override
              public void started(ClusterState at, int slot) {
                predicted.putIfAbsent(at.job(slot), at.now());
              }
            },
            control)
        .until(until);
    return starts.compare(since, until, predicted);
  }

  /** Holds a job that could not start for a reason that the simulation does not contain. */
  private void holdBack(ClusterState at, int slot) {
    if (starts.isHeldBack(at.job(slot))) {
      at.hold(slot);
      rerun.policy().changed(slot);
    }
  }

  /** Ends or pauses the running simulation. */
  public RunControl control() {
    return control;
  }
}
