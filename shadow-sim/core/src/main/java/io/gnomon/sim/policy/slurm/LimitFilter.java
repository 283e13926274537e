package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;

/**
 * The limits of a cluster, as its schedulers test them: by what a job requests before they look for
 * nodes, then by what it would hold. A job that is held back blocks nothing.
 */
final class LimitFilter {
  private final ClusterState state;

  LimitFilter(ClusterState state) {
    this.state = state;
  }

  /** Whether a limit holds a job back in one of its partitions. */
  boolean holdBack(int slot, Shape part) {
    return state.hasLimits() && state.limiting().check(state, slot, part) != null;
  }

  /** Whether a limit holds a job back on the nodes that were found for it. */
  boolean holdBack(int slot, Placement placement) {
    return state.hasLimits() && state.limiting().check(state, slot, placement) != null;
  }
}
