package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;

/**
 * The passes of multiple-queue backfilling on a kind of cluster, with the state kept from one pass
 * to the next. The queues, their processors and the list of pivots belong to the policy.
 */
interface Pass {
  /** Builds the passes of a policy. */
  @FunctionalInterface
  interface Kind {
    /** The passes on these queues. */
    Pass of(Ownership ownership, PartitionQueues queues, PivotReservations reservations);
  }

  /** An independent copy for a fork. */
  Pass copy(
      ClusterState forked,
      Ownership forkedOwnership,
      PartitionQueues forkedQueues,
      PivotReservations forkedReservations);

  /** Starts to work on a state. */
  void adopt(ClusterState adopted);

  /** Invalidates the reservations after an event that they do not include. */
  void invalidate();

  /** Records that a job ends now and releases its processors to a partition. */
  void ended(int slot, int owner);

  /** Records that a job has been added at the end of its queue. */
  void arrived(int slot);

  /** Makes a pass. */
  void run(Dispatcher dispatcher);

  /** Chooses pivots for the queues that have none. */
  void choosePivots(PivotReservations held);

  /** The time of the next pass without an event. */
  default int nextTimer() {
    return SchedulingPolicy.NEVER;
  }
}
