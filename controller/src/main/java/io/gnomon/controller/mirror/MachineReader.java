package io.gnomon.controller.mirror;

import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.events.machine.CorePlacement;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.MachineReservation;
import io.gnomon.events.machine.MachineSwitch;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeSharing;
import io.gnomon.events.machine.NodeStateChange;
import io.gnomon.events.machine.PartitionState;
import io.gnomon.events.machine.PlacementRules;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.machine.Selection;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.InvalidMachineException;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NetworkSwitch;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.PreemptionRule;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.Topology;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts what a scheduler reports about its nodes and what jobs request of them. Stateless.
 *
 * <p>Account, QOS, begin time, dependency and array of a request are read elsewhere.
 */
final class MachineReader {
  private MachineReader() {}

  /**
   * Converts a machine; its nodes are up.
   *
   * @param origin the epoch second that is second 0
   * @throws RejectedEventException if it contradicts itself
   */
  static Machine machine(DeclaredMachine declared, long origin) throws RejectedEventException {
    try {
      Machine.Builder builder = new Machine.Builder().selection(selection(declared.placement()));
      for (NodeGroup group : declared.nodes()) {
        builder.node(group.names().toString(), nodeClass(group));
      }
      for (MachinePartition one : declared.partitions()) {
        builder.partition(
            partition(one, names(builder, "partition '" + one.name() + "'", one.nodes())));
      }
      for (MachineReservation one : declared.reservations()) {
        if (one.end() > origin && one.start() - origin < ClusterState.LAST) {
          List<String> nodes = names(builder, "reservation '" + one.name() + "'", one.nodes());
          builder.reservation(reservation(one, nodes, origin));
        }
      }
      List<NetworkSwitch> switches = new ArrayList<>();
      for (MachineSwitch one : declared.switches()) {
        List<String> nodes =
            one.nodes() == null
                ? List.of()
                : names(builder, "switch '" + one.name() + "'", one.nodes());
        switches.add(new NetworkSwitch(one.name(), nodes, one.switches()));
      }
      builder.topology(new Topology(switches));
      return builder.build();
    } catch (InvalidMachineException invalid) {
      throw new RejectedEventException(RejectReason.INVALID, "machine: " + invalid.getMessage());
    }
  }

  /** The names of nodes of the machine, which are not expanded again. */
  private static List<String> names(Machine.Builder builder, String owner, HostList nodes) {
    try {
      return builder.names(nodes.toString());
    } catch (InvalidMachineException unknown) {
      throw new InvalidMachineException(owner + " " + unknown.getMessage());
    }
  }

  private static Selection selection(@Nullable PlacementRules rules) {
    if (rules == null) {
      return Selection.CORES;
    }
    return new Selection(rules.unit(), true, rules.cores() == CorePlacement.SPREAD);
  }

  private static NodeClass nodeClass(NodeGroup group) {
    return new NodeClass(
        group.cpus(),
        orElse(group.threadsPerCore(), 1),
        group.memoryMb() == EventData.NONE ? NodeClass.UNKNOWN_MEMORY : memory(group.memoryMb()),
        group.gpus(),
        Set.copyOf(group.features()),
        orElse(group.weight(), 1));
  }

  private static Partition partition(MachinePartition declared, List<String> nodes) {
    boolean unusable = declared.maxNodes() == 0;
    return new Partition(
        declared.name(),
        nodes,
        orElse(declared.maxTimeSeconds(), Partition.UNLIMITED),
        orElse(declared.defaultTimeSeconds(), Partition.UNLIMITED),
        Math.max(1, declared.minNodes()),
        unusable ? Partition.UNLIMITED : orElse(declared.maxNodes(), Partition.UNLIMITED),
        orElse(declared.tier(), 1),
        declared.sharing() == NodeSharing.EXCLUSIVE,
        memory(Math.max(0, declared.defaultMemoryPerCpuMb())),
        memory(Math.max(0, declared.defaultMemoryPerNodeMb())),
        declared.isDefault(),
        !unusable
            && (declared.state() == PartitionState.UP
                || declared.state() == PartitionState.DRAINED),
        new PreemptionRule(declared.preemptMode(), Math.max(0, declared.graceSeconds())));
  }

  private static Reservation reservation(
      MachineReservation declared, List<String> nodes, long origin) {
    return new Reservation(
        declared.name(),
        nodes,
        (int) Math.max(0, declared.start() - origin),
        (int) Math.min(ClusterState.LAST, declared.end() - origin),
        declared.users(),
        declared.accounts());
  }

  /** Sets the declared states of the nodes. */
  static void setStates(DeclaredMachine declared, ClusterState state) {
    int node = 0; // in the order of the declaration
    for (NodeGroup group : declared.nodes()) {
      for (int end = node + group.names().size(); node < end; node++) {
        state.setNode(node, group.state());
      }
    }
  }

  /**
   * Sets reported states.
   *
   * @throws RejectedEventException if a node was not declared; nothing has changed
   */
  static void setStates(List<NodeStateChange> changes, ClusterState state)
      throws RejectedEventException {
    List<BitSet> nodes = new ArrayList<>();
    try {
      for (NodeStateChange change : changes) {
        nodes.add(state.nodes().machine().nodeSet(change.names().toString()));
      }
    } catch (InvalidMachineException unknown) {
      throw new RejectedEventException(
          RejectReason.INVALID, "nodes " + unknown.getMessage() + "; declare the cluster again");
    }
    for (int i = 0; i < changes.size(); i++) {
      BitSet changed = nodes.get(i);
      for (int node = changed.nextSetBit(0); node >= 0; node = changed.nextSetBit(node + 1)) {
        state.setNode(node, changes.get(i).state());
      }
    }
  }

  /**
   * Converts a request.
   *
   * @param job for the message
   * @param processors the CPUs that the job is expected to hold
   * @throws RejectedEventException if a field is not allowed
   */
  static Request request(String job, ResourceRequest requested, int processors)
      throws RejectedEventException {
    try {
      return request(requested, processors);
    } catch (InvalidMachineException invalid) {
      throw new RejectedEventException(
          RejectReason.INVALID, "request of job '" + job + "': " + invalid.getMessage());
    }
  }

  private static Request request(ResourceRequest requested, int processors) {
    int minNodes = requested.nodes() == null ? 1 : requested.nodes().min();
    int maxNodes =
        requested.nodes() == null
            ? Partition.UNLIMITED
            : orElse(requested.nodes().max(), Partition.UNLIMITED);
    int cpusPerTask = orElse(requested.cpusPerTask(), 1);
    int tasks =
        requested.tasks() == EventData.NONE
            ? Math.max(minNodes, (processors + cpusPerTask - 1) / cpusPerTask)
            : requested.tasks();
    if (requested.cpusPerNode() > cpusPerTask && tasks == minNodes) {
      cpusPerTask = requested.cpusPerNode(); // with one task on each node
    }
    // 0 is all memory of the node, which leaves none for other jobs
    boolean wholeMemory = requested.memoryPerNodeMb() == 0;
    return new Request.Builder()
        .nodes(minNodes, maxNodes)
        .tasks(tasks)
        .tasksPerNode(orElse(requested.tasksPerNode(), Partition.UNLIMITED))
        .cpusPerTask(cpusPerTask)
        .memoryPerNode(memory(Math.max(0, requested.memoryPerNodeMb())))
        .memoryPerCpu(memory(Math.max(0, requested.memoryPerCpuMb())))
        .gpusPerNode(requested.gpusPerNode())
        .gpusPerJob(requested.gpusPerJob())
        .features(
            requested.features() == null ? Features.ANY : Features.parse(requested.features()))
        .partitions(requested.partitions())
        .exclusive(requested.exclusive() || wholeMemory)
        .licenses(requested.licenses())
        .reservation(requested.reservation() == null ? "" : requested.reservation())
        .build();
  }

  private static int memory(long mebibytes) {
    return (int) Math.min(NodeClass.UNKNOWN_MEMORY, mebibytes);
  }

  private static int orElse(int value, int absent) {
    return value == EventData.NONE ? absent : value;
  }
}
