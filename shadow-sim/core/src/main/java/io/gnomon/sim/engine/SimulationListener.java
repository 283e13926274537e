package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.WaitingReason;

/**
 * Receives every transition of a simulation, right after it happened ({@link #finished}: right
 * before the job leaves, so that its columns can still be read).
 */
public interface SimulationListener {
  /** Ignores all transitions. */
  SimulationListener NONE = new SimulationListener() {};

  /** A job has arrived. */
  default void submitted(ClusterState state, int slot) {}

  /**
   * A job is refused as it is submitted, because of a limit. It is about to leave, and was not
   * {@link #submitted}.
   */
  default void refused(ClusterState state, int slot, WaitingReason reason) {}

  /** A held job has become eligible and waits now. */
  default void released(ClusterState state, int slot) {}

  /** A job has started. */
  default void started(ClusterState state, int slot) {}

  /** A job has completed and is about to leave. */
  default void finished(ClusterState state, int slot) {}

  /** A job has been suspended. */
  default void suspended(ClusterState state, int slot) {}

  /** A job has been resumed. */
  default void resumed(ClusterState state, int slot) {}

  /** A running job is about to be ended before its time. */
  default void cancelled(ClusterState state, int slot) {}

  /** A job's attempt is about to be killed; it still holds its processors. */
  default void killed(ClusterState state, int slot) {}
}
