package io.gnomon.events.machine;

import io.gnomon.slurm.value.HostList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster and the rules for their use.
 *
 * @param nodes its nodes, at most {@link HostList#MAX_NAMES} in total, with fewer than 2^30 CPUs
 * @param partitions its partitions; empty if all jobs can use all nodes
 * @param reservations its current and future reservations
 * @param placement how the scheduler chooses nodes, or null where unknown
 * @param switches the switches by which the scheduler places jobs; empty if it ignores the network
 * @param licenses how many licences the cluster has, by name
 */
public record DeclaredMachine(
    List<NodeGroup> nodes,
    List<MachinePartition> partitions,
    List<MachineReservation> reservations,
    @Nullable PlacementRules placement,
    List<MachineSwitch> switches,
    Map<String, Integer> licenses) {
  /** Copies lists that are not immutable. */
  public DeclaredMachine {
    nodes = List.copyOf(nodes);
    partitions = List.copyOf(partitions);
    reservations = List.copyOf(reservations);
    switches = List.copyOf(switches);
    licenses = SortedCounts.of(licenses);
  }

  /** A machine without licences. */
  public DeclaredMachine(
      List<NodeGroup> nodes,
      List<MachinePartition> partitions,
      List<MachineReservation> reservations,
      @Nullable PlacementRules placement,
      List<MachineSwitch> switches) {
    this(nodes, partitions, reservations, placement, switches, Map.of());
  }

  /** A machine without switches and licences. */
  public DeclaredMachine(
      List<NodeGroup> nodes,
      List<MachinePartition> partitions,
      List<MachineReservation> reservations,
      @Nullable PlacementRules placement) {
    this(nodes, partitions, reservations, placement, List.of());
  }
}
