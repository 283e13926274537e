package io.gnomon.controller.mirror;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.SimulationListener;
import java.util.BitSet;

/** A listener for all transitions of a mirror. */
public interface MirrorListener extends SimulationListener {
  /** The request of a job has changed, or the job is held. */
  default void modified(ClusterState state, int slot) {}

  /** A held job was released. */
  default void released(ClusterState state, int slot) {}

  /** A job is about to be removed without having completed. */
  default void cancelled(ClusterState state, int slot) {}

  /** These numbers of users are given to other users from now on. */
  default void forgotten(BitSet users) {}

  /** A job was requeued, or a job that did not run was removed. */
  default void changed(ClusterState state, int slot) {}
}
