package io.gnomon.controller.mirror;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.SimulationListener;

/** Hears of every transition that the mirror makes, as a simulation's listener would. */
public interface MirrorListener extends SimulationListener {
  /** A job has asked for something else. */
  default void modified(ClusterState state, int slot) {}

  /** A job is about to leave without having completed. */
  default void cancelled(ClusterState state, int slot) {}
}
