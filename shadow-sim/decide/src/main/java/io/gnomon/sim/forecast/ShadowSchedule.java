package io.gnomon.sim.forecast;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.Rerun;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.scenario.ScenarioRun;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of the present jobs, assuming that no jobs arrive and that all run for their
 * estimates: one shadow simulation of the state, under the policy in force or another. It is meant
 * for display; studies and forecasts use likelier scenarios.
 *
 * <p>The owner of the state builds it, which takes one fork; then it is independent of the live
 * state.
 */
public final class ShadowSchedule {
  private final ClusterState snapshot;
  private final SchedulingPolicy incumbent;
  private final RuntimeModel known;
  private final @Nullable Spec other;
  private final int horizonSeconds;
  private final int maxRuns;
  private final RunControl control = new RunControl();

  /**
   * An uninterrupted run of a job; a job that is suspended or killed has several.
   *
   * @param job its number
   * @param start second of the state at which it began, which may be in the past
   * @param end first second after it, at most the horizon
   * @param processors that it holds
   */
  public record Run(int job, int start, int end, int processors) {}

  /**
   * Takes the snapshot.
   *
   * @param live the state, only read
   * @param incumbent the policy that runs on it, or follows it, only read
   * @param history of the cluster, only read, for policies that use expected runtimes
   * @param other a valid policy that takes over at once, or null
   * @param horizonSeconds how far to simulate at most, at least 1
   * @param maxRuns maximum number of runs to return, at least 1; the first ones to begin
   */
  public ShadowSchedule(
      ClusterState live,
      SchedulingPolicy incumbent,
      JobHistory history,
      @Nullable Spec other,
      int horizonSeconds,
      int maxRuns) {
    if (horizonSeconds < 1 || maxRuns < 1) {
      throw new IllegalArgumentException(
          "a schedule of "
              + maxRuns
              + " runs over "
              + horizonSeconds
              + " s is not allowed: both must be at least 1");
    }
    SchedulingPolicy simulated = other == null ? incumbent : Policies.create(other, live);
    snapshot = live.fork();
    this.incumbent = incumbent.fork(snapshot);
    known = history.expectedRuntimes(simulated, live);
    this.other = other;
    this.horizonSeconds = horizonSeconds;
    this.maxRuns = maxRuns;
  }

  /** Runs the simulation as one task; completes with the runs in the order of their beginning. */
  public CompletableFuture<List<Run>> run(Executor executor) {
    return CompletableFuture.supplyAsync(this::simulate, executor);
  }

  /** Ends or pauses the running simulations. */
  public RunControl control() {
    return control;
  }

  private List<Run> simulate() {
    ClusterState state = snapshot.fork();
    int horizon = Math.min(ClusterState.LAST, state.now() + horizonSeconds);
    Recorder recorder = new Recorder();
    state.forEachActive(
        slot -> {
          if (state.phase(slot) == JobPhase.RUNNING) {
            recorder.begin(state.job(slot), state.startTime(slot), state.heldProcessors(slot));
          }
        });
    ScenarioRun run =
        new Rerun(state, incumbent.fork(state))
            .run(Scenario.none(), known, horizon, recorder, control);
    if (other != null) {
      run.simulation().reconfigure(Policies.create(other, state));
    }
    run.until(horizon, recorder::enough);
    return recorder.runs(Math.max(state.now(), horizon));
  }

  /** Records the beginning and the end of the first runs. */
  private final class Recorder implements SimulationListener {
    private final List<Begun> begun = new ArrayList<>();
    private final Map<Integer, Begun> open = new HashMap<>();

    private static final class Begun {
      private final int job;
      private final int start;
      private final int processors;
      private int end = Simulation.NEVER;

      Begun(int job, int start, int processors) {
        this.job = job;
        this.start = start;
        this.processors = processors;
      }
    }

    /** Whether all runs to return have ended. */
    boolean enough() {
      return begun.size() >= maxRuns && open.isEmpty();
    }

    void begin(int job, int start, int processors) {
      if (begun.size() < maxRuns) {
        Begun run = new Begun(job, start, processors);
        begun.add(run);
        open.put(job, run);
      }
    }

    private void end(ClusterState state, int slot) {
      Begun run = open.remove(state.job(slot));
      if (run != null) {
        run.end = state.now();
      }
    }

    List<Run> runs(int horizon) {
      return begun.stream()
          .map(run -> new Run(run.job, run.start, Math.min(horizon, run.end), run.processors))
          .toList();
    }

    @Override
    public void started(ClusterState state, int slot) {
      begin(state.job(slot), state.now(), state.heldProcessors(slot));
    }

    @Override
    public void resumed(ClusterState state, int slot) {
      begin(state.job(slot), state.now(), state.heldProcessors(slot));
    }

    @Override
    public void finished(ClusterState state, int slot) {
      end(state, slot);
    }

    @Override
    public void suspended(ClusterState state, int slot) {
      end(state, slot);
    }

    @Override
    public void killed(ClusterState state, int slot) {
      end(state, slot);
    }
  }
}
