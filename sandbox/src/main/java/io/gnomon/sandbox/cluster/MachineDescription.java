package io.gnomon.sandbox.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.machine.CorePlacement;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.MachineReservation;
import io.gnomon.events.machine.MachineSwitch;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeSharing;
import io.gnomon.events.machine.PartitionState;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.PlacementRules;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.machine.Selection;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NetworkSwitch;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of an emulated cluster, its jobs' requests and their placements, as events report them.
 * Stateless.
 *
 * <p>A controller reads the same machine, requests and placements from them, with one exception:
 * events cannot say that memory is not given to jobs like CPUs.
 */
final class MachineDescription {
  private MachineDescription() {}

  /**
   * The machine with the present states of its nodes.
   *
   * @param origin the epoch second that is second 0
   */
  static DeclaredMachine machine(Nodes nodes, long origin) {
    Machine machine = nodes.machine();
    List<NodeGroup> groups = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int node = 0; node < machine.nodes(); node++) {
      names.add(machine.name(node));
      boolean last =
          node + 1 == machine.nodes()
              || machine.classOf(node + 1) != machine.classOf(node)
              || nodes.state(node + 1) != nodes.state(node);
      if (last) {
        NodeClass kind = machine.nodeClass(node);
        groups.add(
            new NodeGroup(
                HostList.of(names),
                kind.cpus(),
                kind.memory() == NodeClass.UNKNOWN_MEMORY ? EventData.NONE : kind.memory(),
                kind.gpus(),
                kind.features().stream().sorted().toList(),
                kind.weight(),
                kind.threadsPerCore(),
                nodes.state(node)));
        names.clear();
      }
    }
    return new DeclaredMachine(
        groups,
        machine.partitions().stream().map(MachineDescription::partition).toList(),
        machine.reservations().stream().map(one -> reservation(one, origin)).toList(),
        rules(machine.selection()),
        machine.topology().switches().stream().map(MachineDescription::networkSwitch).toList());
  }

  private static MachineSwitch networkSwitch(NetworkSwitch one) {
    return new MachineSwitch(
        one.name(), one.nodes().isEmpty() ? null : HostList.of(one.nodes()), one.switches());
  }

  private static MachinePartition partition(Partition partition) {
    return new MachinePartition(
        partition.name(),
        HostList.of(partition.nodes()),
        limit(partition.maxSeconds()),
        limit(partition.defaultSeconds()),
        limit(partition.maxNodes()),
        partition.minNodes(),
        partition.tier(),
        partition.exclusive() ? NodeSharing.EXCLUSIVE : NodeSharing.CORES,
        partition.defaultMemoryPerCpu() == 0 ? EventData.NONE : partition.defaultMemoryPerCpu(),
        partition.defaultMemoryPerNode() == 0 ? EventData.NONE : partition.defaultMemoryPerNode(),
        null,
        List.of(),
        List.of(),
        false,
        partition.isDefault(),
        partition.up() ? PartitionState.UP : PartitionState.DOWN,
        partition.preemption().mode(),
        partition.preemption().graceSeconds());
  }

  private static MachineReservation reservation(Reservation reservation, long origin) {
    return new MachineReservation(
        reservation.name(),
        origin + reservation.start(),
        origin + reservation.end(),
        HostList.of(reservation.nodes()),
        reservation.users(),
        reservation.accounts());
  }

  private static PlacementRules rules(Selection selection) {
    return new PlacementRules(
        selection.spread() ? CorePlacement.SPREAD : CorePlacement.PACK, selection.unit());
  }

  /**
   * What a job requests.
   *
   * @param jobAccount on whose behalf, or null
   */
  static ResourceRequest request(Request request, @Nullable JobAccount jobAccount) {
    return ResourceRequest.builder()
        .nodes(request.minNodes(), limit(request.maxNodes()))
        .tasks(request.tasks())
        .tasksPerNode(limit(request.tasksPerNode()))
        .cpusPerTask(request.cpusPerTask())
        .memoryPerNodeMb(request.memoryPerNode() == 0 ? EventData.NONE : request.memoryPerNode())
        .memoryPerCpuMb(request.memoryPerCpu() == 0 ? EventData.NONE : request.memoryPerCpu())
        .gpusPerNode(request.gpusPerNode())
        .gpusPerJob(request.gpusPerJob())
        .features(request.features().equals(Features.ANY) ? null : request.features().toString())
        .partitions(request.partitions())
        .exclusive(request.exclusive())
        .reservation(nullIfEmpty(request.reservation()))
        .account(jobAccount == null ? null : nullIfEmpty(jobAccount.account()))
        .qos(jobAccount == null ? null : nullIfEmpty(jobAccount.qos()))
        .nice(jobAccount == null ? 0 : jobAccount.nice())
        .build();
  }

  private static @Nullable String nullIfEmpty(String text) {
    return text.isEmpty() ? null : text;
  }

  /** What a job holds; nodes on which it holds the same share an entry. */
  static List<PlacedNodes> placement(Machine machine, Placement held) {
    Map<Held, List<String>> nodes = new LinkedHashMap<>();
    for (int i = 0; i < held.size(); i++) {
      Map<String, Integer> gpus = new LinkedHashMap<>();
      for (int type = 0; type < machine.gpuTypes().size(); type++) {
        if (held.gpus(i, type) > 0) {
          gpus.put(machine.gpuTypes().get(type), held.gpus(i, type));
        }
      }
      nodes
          .computeIfAbsent(new Held(held.cpus(i), held.memory(i), gpus), same -> new ArrayList<>())
          .add(machine.name(held.node(i)));
    }
    return nodes.entrySet().stream()
        .map(
            entry ->
                new PlacedNodes(
                    HostList.of(entry.getValue()),
                    entry.getKey().cpus(),
                    entry.getKey().memory(),
                    entry.getKey().gpus()))
        .toList();
  }

  /** What a job holds on a node. */
  private record Held(int cpus, int memory, Map<String, Integer> gpus) {}

  private static int limit(int value) {
    return value == Partition.UNLIMITED ? EventData.NONE : value;
  }
}
