package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.NodeRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.ReservationRecord;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.client.SwitchRecord;
import io.gnomon.events.EventData;
import io.gnomon.events.machine.CorePlacement;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.MachineReservation;
import io.gnomon.events.machine.MachineSwitch;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeSharing;
import io.gnomon.events.machine.PartitionState;
import io.gnomon.events.machine.PlacementRules;
import io.gnomon.model.machine.NodeState;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.slurm.mapping.SlurmScheduling;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Maps the nodes, partitions and reservations of Slurm. Nodes stay in Slurm's order, and neighbours
 * that are alike are one group. Partitions and reservations without nodes are left out. Memory is
 * left out where Slurm does not allocate it.
 */
final class MachineMapping {
  private static final String FEATURE = "[^\\s&|,*()\\[\\]]{1,255}";
  private static final int MAX_COUNT = (1 << 30) - 1;

  private final SelectSettings select;
  private final SitePartitions partitions;
  private final List<SwitchRecord> switches;
  private final Map<String, Integer> licenses;

  MachineMapping(
      SelectSettings select,
      SitePartitions partitions,
      List<SwitchRecord> switches,
      Map<String, Integer> licenses) {
    this.select = select;
    this.partitions = partitions;
    this.switches = switches;
    this.licenses = licenses;
  }

  /**
   * Maps the machine.
   *
   * @throws io.gnomon.slurm.value.InvalidHostListException if the name of a node has characters
   *     that an event cannot have
   */
  DeclaredMachine of(SlurmState state) {
    return new DeclaredMachine(
        nodes(state.nodes()),
        state.partitions().stream()
            .filter(
                partition ->
                    partitions.contains(partition.name()) && hasNodes(partition.get("Nodes")))
            .map(this::partition)
            .toList(),
        state.reservations().stream()
            .filter(one -> hasNodes(one.nodes()) && one.start() < one.end())
            .map(MachineMapping::reservation)
            .toList(),
        new PlacementRules(
            select.selection().spread() ? CorePlacement.SPREAD : CorePlacement.PACK,
            select.selection().unit()),
        switches.stream().map(MachineMapping::networkSwitch).toList(),
        licenses);
  }

  /** The names of the reservations that jobs can use. */
  static Set<String> usableReservations(DeclaredMachine machine) {
    return machine.reservations().stream()
        .filter(one -> !one.users().isEmpty() || !one.accounts().isEmpty())
        .map(MachineReservation::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static MachineSwitch networkSwitch(SwitchRecord one) {
    return new MachineSwitch(
        one.name(),
        hasNodes(one.nodes()) ? HostList.of(one.nodes()) : null,
        one.switches().isEmpty() ? List.of() : HostList.of(one.switches()).names());
  }

  private static boolean hasNodes(String nodes) {
    return !nodes.isEmpty() && !nodes.equals("(null)");
  }

  private List<NodeGroup> nodes(List<NodeRecord> records) {
    List<NodeGroup> groups = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      NodeRecord node = records.get(i);
      names.add(node.name());
      if (i + 1 == records.size() || !areAlike(node, records.get(i + 1))) {
        groups.add(group(HostList.of(names), node));
        names.clear();
      }
    }
    return groups;
  }

  private boolean areAlike(NodeRecord one, NodeRecord other) {
    HostList same = HostList.of("n");
    return group(same, one).equals(group(same, other));
  }

  private NodeGroup group(HostList names, NodeRecord node) {
    return new NodeGroup(
        names,
        Math.max(1, node.processors()),
        select.memory() ? Math.max(0, node.memoryMegabytes()) : EventData.NONE,
        node.gpus(),
        node.features().stream().filter(name -> name.matches(FEATURE)).distinct().toList(),
        node.weight(),
        node.threadsPerCore() == 1 ? EventData.NONE : node.threadsPerCore(),
        node.isUp() ? NodeState.UP : node.isDown() ? NodeState.DOWN : NodeState.DRAINED);
  }

  private MachinePartition partition(PartitionRecord partition) {
    String qos = partition.get("QoS");
    return new MachinePartition(
        partition.name(),
        HostList.of(partition.get("Nodes")),
        seconds(partition.maxMinutes()),
        seconds(partition.defaultMinutes()),
        count(partition.get("MaxNodes")),
        count(partition.get("MinNodes")) > 1 ? count(partition.get("MinNodes")) : EventData.NONE,
        count(partition.get("PriorityTier")),
        partition.wholeNodes() ? NodeSharing.EXCLUSIVE : NodeSharing.CORES,
        defaultMemoryPerCpu(partition),
        defaultMemoryPerNode(partition),
        qos.isEmpty() || qos.equals("N/A") ? null : qos,
        allowed(partition.get("AllowQos")),
        allowed(partition.get("AllowAccounts")),
        isRestricted(partition),
        partition.isDefault(),
        partitionState(partition.get("State")),
        SlurmScheduling.preemptMode(partition.get("PreemptMode")).orElse(PreemptMode.CLUSTER),
        graceSeconds(partition));
  }

  private static List<String> allowed(String names) {
    return names.isEmpty() || names.equals("ALL") ? List.of() : List.of(names.split(",", -1));
  }

  /** Whether it excludes jobs by what is not declared. */
  private static boolean isRestricted(PartitionRecord partition) {
    return !allowed(partition.get("AllowGroups")).isEmpty()
        || !partition.get("DenyAccounts").isEmpty()
        || !partition.get("DenyQos").isEmpty()
        || partition.get("RootOnly").equals("YES")
        || partition.get("ReqResv").equals("YES");
  }

  private static int graceSeconds(PartitionRecord partition) {
    int seconds = count(partition.get("GraceTime"));
    return seconds == 0 ? EventData.NONE : seconds;
  }

  /** A default of the partition replaces both of the cluster. */
  private long defaultMemoryPerCpu(PartitionRecord partition) {
    return hasDefaultMemory(partition)
        ? defaultMemory(partition, "DefMemPerCPU")
        : select.memory() ? select.defaultMemoryPerCpu() : EventData.NONE;
  }

  private long defaultMemoryPerNode(PartitionRecord partition) {
    return hasDefaultMemory(partition)
        ? defaultMemory(partition, "DefMemPerNode")
        : select.memory() ? select.defaultMemoryPerNode() : EventData.NONE;
  }

  private boolean hasDefaultMemory(PartitionRecord partition) {
    return defaultMemory(partition, "DefMemPerCPU") >= 0
        || defaultMemory(partition, "DefMemPerNode") >= 0;
  }

  private long defaultMemory(PartitionRecord partition, String key) {
    String own = partition.get(key);
    return select.memory() && own.matches("\\d{1,12}") ? Long.parseLong(own) : EventData.NONE;
  }

  private static int seconds(long minutes) {
    return minutes == JobRecord.UNLIMITED || minutes <= 0
        ? EventData.NONE
        : (int) Math.min(MAX_COUNT, 60 * minutes);
  }

  /** Converts a number; {@code UNLIMITED} and what is not printed are absent. */
  private static int count(String text) {
    return text.matches("\\d{1,10}")
        ? (int) Math.min(MAX_COUNT, Long.parseLong(text))
        : EventData.NONE;
  }

  private static PartitionState partitionState(String state) {
    return switch (state.toUpperCase(Locale.ROOT)) {
      case "DOWN" -> PartitionState.DOWN;
      case "DRAIN" -> PartitionState.DRAINED;
      case "INACTIVE" -> PartitionState.INACTIVE;
      default -> PartitionState.UP;
    };
  }

  private static MachineReservation reservation(ReservationRecord one) {
    return new MachineReservation(
        one.name(), one.start(), one.end(), HostList.of(one.nodes()), one.users(), one.accounts());
  }
}
