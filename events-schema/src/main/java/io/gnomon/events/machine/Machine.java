package io.gnomon.events.machine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster and the rules for their use.
 *
 * @param nodes its nodes, at most {@link HostList#MAX_NAMES} in total, with fewer than 2^30 CPUs
 * @param partitions its partitions; empty if all jobs can use all nodes
 * @param reservations its current and future reservations
 * @param placement how the scheduler chooses nodes, or null where unknown
 */
public record Machine(
    List<NodeGroup> nodes,
    List<MachinePartition> partitions,
    List<MachineReservation> reservations,
    @Nullable PlacementRules placement) {
  /** Copies lists that are not immutable. */
  public Machine {
    nodes = List.copyOf(nodes);
    partitions = List.copyOf(partitions);
    reservations = List.copyOf(reservations);
  }
}
