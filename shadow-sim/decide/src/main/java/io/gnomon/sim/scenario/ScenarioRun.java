package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One simulation of a policy in a scenario, which can be paused and cancelled. Studies, reviews of
 * changes and the shadows of a cluster run their simulations with it. Not thread-safe.
 */
public final class ScenarioRun {
  private static final int SLICE_SECONDS = 3600;

  private final Simulation simulation;
  private final RunControl control;

  /**
   * A run from the present second of a state.
   *
   * @param state owned by the run from now on
   * @param policy that has adopted the state
   * @param horizon second at which arrivals end
   * @param firstJob a number larger than that of any active job
   * @param listener of all transitions
   * @param models sets the model of expected runtimes
   * @param control ends or pauses the run
   */
  public ScenarioRun(
      ClusterState state,
      SchedulingPolicy policy,
      Scenario scenario,
      int horizon,
      int firstJob,
      SimulationListener listener,
      Consumer<Simulation> models,
      RunControl control) {
    simulation =
        Simulation.continuing(
            state, policy, scenario.arrivals(state.now(), horizon, firstJob, state), listener);
    this.control = control;
    models.accept(simulation);
    scenario.assume(simulation);
  }

  /** The simulation. */
  public Simulation simulation() {
    return simulation;
  }

  /**
   * Processes all events before {@code second}; the clock stays at the last event.
   *
   * @throws CancellationException if the run is cancelled
   */
  public void until(int second) {
    until(second, () -> false);
  }

  /**
   * The same, but stops within an hour after {@code done} first holds, or when no event is left.
   */
  public void until(int second, BooleanSupplier done) {
    int reached = simulation.state().now();
    while (reached < second && !done.getAsBoolean() && simulation.nextEventTime() < second) {
      reached = Math.min(second, reached + SLICE_SECONDS);
      simulation.runUntil(reached, control);
    }
  }
}
