package io.gnomon.controller.http.view;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.limit.HoldingLimit;
import io.gnomon.sim.limit.MachineReasons;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.text.Durations;
import org.jspecify.annotations.Nullable;

/**
 * Why a job can never start.
 *
 * @param reason as {@code squeue} prints it
 * @param text in words that follow "it"
 */
record Never(WaitingReason reason, String text) {
  /**
   * Why a job that has not started can never start; null if it can.
   *
   * @param limit that keeps it from starting now, or null
   */
  static @Nullable Never of(ClusterState state, int slot, @Nullable HoldingLimit limit) {
    if (limit != null && limit.forever()) {
      return new Never(limit.reason(), limit.text());
    }
    JobPhase phase = state.phase(slot);
    return state.hasNodes() && (phase == JobPhase.WAITING || phase == JobPhase.HELD)
        ? ofPartitions(state.nodes().machine(), state.nodes().shape(slot), state.estimate(slot))
        : null;
  }

  /** By the first of its partitions, if none of them allows what the job requests. */
  private static @Nullable Never ofPartitions(Machine machine, Shape shape, int estimate) {
    if (!MachineReasons.forbidsPartitions(machine, shape, estimate)) {
      return null;
    }
    WaitingReason reason = MachineReasons.ofPartitions(machine, shape, estimate);
    Partition first = MachineReasons.firstPartition(machine, shape.request());
    if (reason == null || first == null) {
      return null;
    }
    String limit =
        reason == WaitingReason.PARTITION_TIME
            ? "it requests %s, and MaxTime is %s"
                .formatted(
                    Durations.printSeconds(estimate), Durations.printSeconds(first.maxSeconds()))
            : "it requests %d nodes, and from %d to %d are allowed"
                .formatted(shape.request().minNodes(), first.minNodes(), first.maxNodes());
    return new Never(reason, "can never start in partition %s: %s".formatted(first.name(), limit));
  }
}
