package io.gnomon.controller.mirror;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.SimulationListener;

/** Hears of every transition that the mirror makes, as a simulation's listener would. */
public interface MirrorListener extends SimulationListener {
  /** A job has asked for something else, or is held from now on. */
  default void modified(ClusterState state, int slot) {}

  /** A held job may start now. */
  default void released(ClusterState state, int slot) {}

  /** A job is about to leave without having completed. */
  default void cancelled(ClusterState state, int slot) {}

  /** A job has been requeued, or one that did not run has left. */
  default void changed(ClusterState state, int slot) {}
}
