package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.LAST_SECOND;
import static io.gnomon.events.codec.Ranges.MAX_COUNT;
import static io.gnomon.events.codec.Ranges.MAX_CPUS;
import static io.gnomon.events.codec.Ranges.MAX_GPU_TYPES;
import static io.gnomon.events.codec.Ranges.MAX_LISTED_NODES;
import static io.gnomon.events.codec.Ranges.MAX_MEMORY;
import static io.gnomon.events.codec.Ranges.MAX_NAMES;
import static io.gnomon.events.codec.Ranges.MAX_PARTITIONS;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.codec.value.IntegerCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.MapCodec;
import io.gnomon.events.codec.value.RecordCodec;
import io.gnomon.events.codec.value.StringCodec;
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
import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.NodeState;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.slurm.value.HostList;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** The codecs of what a machine is made of. */
final class MachineCodecs {
  private static final StringCodec GPU_TYPE =
      new StringCodec(255, Pattern.compile("[A-Za-z0-9_.:+-]+"));
  private static final StringCodec FEATURE =
      new StringCodec(255, Pattern.compile("[^\\s&|,*()\\[\\]]+"));
  private static final ListCodec<String> NAMES = new ListCodec<>(StringCodec.NAME, MAX_NAMES);

  private MachineCodecs() {}

  static RecordCodec<DeclaredMachine> machine() {
    return RecordCodec.of(DeclaredMachine.class)
        .required("nodes", new ListCodec<>(nodes(), HostList.MAX_NAMES))
        .optional("partitions", new ListCodec<>(partition(), MAX_PARTITIONS))
        .optional("reservations", new ListCodec<>(reservation(), MAX_NAMES))
        .optional("placement", placementRules())
        .optional("switches", new ListCodec<>(networkSwitch(), MAX_NAMES))
        .optional("licenses", licenses())
        .check(MachineCodecs::check)
        .build();
  }

  private static void check(DeclaredMachine machine) {
    ListedNodes.once().add("/nodes", machine.nodes().stream().map(NodeGroup::names));
    long cpus =
        machine.nodes().stream()
            .mapToLong(group -> (long) group.names().size() * group.cpus())
            .sum();
    if (cpus > MAX_COUNT) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE,
          "/nodes",
          cpus + " CPUs in total",
          "at most " + MAX_COUNT + " CPUs in total");
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < machine.partitions().size(); i++) {
      String name = machine.partitions().get(i).name();
      if (!names.add(name)) {
        throw new InvalidEventException(
            Reason.NOT_ALLOWED,
            "/partitions/" + i + "/name",
            "'" + name + "'",
            "a name that no other partition has");
      }
    }
    ListedNodes.repeated()
        .add("/partitions", machine.partitions().stream().map(MachinePartition::nodes));
    ListedNodes.repeated()
        .add("/reservations", machine.reservations().stream().map(MachineReservation::nodes));
    for (int i = 0; i < machine.switches().size(); i++) {
      MachineSwitch one = machine.switches().get(i);
      if (one.nodes() != null && !one.switches().isEmpty()) {
        throw new InvalidEventException(
            Reason.NOT_ALLOWED,
            "/switches/" + i + "/switches",
            "'" + String.join(",", one.switches()) + "'",
            "nodes or switches, not both");
      }
    }
    ListedNodes.once()
        .add(
            "/switches",
            machine.switches().stream().map(MachineSwitch::nodes).filter(Objects::nonNull));
    checkGpuTypes(machine);
  }

  /** The state of a cluster has a number for each node and type. */
  private static void checkGpuTypes(DeclaredMachine machine) {
    long types =
        machine.nodes().stream()
            .flatMap(group -> group.gpus().keySet().stream())
            .distinct()
            .count();
    long nodes = machine.nodes().stream().mapToLong(group -> group.names().size()).sum();
    ListedNodes.checkTotal(
        "/nodes", "types of GPUs, multiplied by the nodes,", types * nodes, MAX_LISTED_NODES);
  }

  private static RecordCodec<NodeGroup> nodes() {
    return RecordCodec.of(NodeGroup.class)
        .required("names")
        .integer("cpus", 1, MAX_CPUS)
        .optionalInteger("memoryMb", 0, MAX_MEMORY)
        .optional("gpus", gpus())
        .optional("features", new ListCodec<>(FEATURE, MAX_NAMES))
        .optionalInteger("weight", 0, Integer.MAX_VALUE)
        .optionalInteger("threadsPerCore", 1, MAX_CPUS)
        .optional("state", NodeState.UP)
        .build();
  }

  private static RecordCodec<MachinePartition> partition() {
    return RecordCodec.of(MachinePartition.class)
        .renamed("isDefault", "default")
        .required("name", "nodes")
        .optionalInteger("maxTimeSeconds", 1, MAX_COUNT)
        .optionalInteger("defaultTimeSeconds", 1, MAX_COUNT)
        .optionalInteger("maxNodes", 0, MAX_COUNT)
        .optionalInteger("minNodes", 0, MAX_COUNT)
        .optionalInteger("tier", 0, MAX_CPUS)
        .optional("sharing", NodeSharing.CORES)
        .optionalInteger("defaultMemoryPerCpuMb", 0, MAX_MEMORY)
        .optionalInteger("defaultMemoryPerNodeMb", 0, MAX_MEMORY)
        .optional("qos")
        .optional("allowedQos", NAMES)
        .optional("allowedAccounts", NAMES)
        .optional("restricted", "default")
        .optional("state", PartitionState.UP)
        .optional("preemptMode", PreemptMode.CLUSTER)
        .optionalInteger("graceSeconds", 0, MAX_COUNT)
        .build();
  }

  private static RecordCodec<MachineReservation> reservation() {
    return RecordCodec.of(MachineReservation.class)
        .required("name")
        .integer("start", 0, LAST_SECOND)
        .integer("end", 0, LAST_SECOND)
        .required("nodes")
        .optional("users", NAMES)
        .optional("accounts", NAMES)
        .check(MachineCodecs::check)
        .build();
  }

  private static void check(MachineReservation reservation) {
    if (reservation.end() <= reservation.start()) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE,
          "/end",
          Long.toString(reservation.end()),
          "a time after start, " + reservation.start());
    }
  }

  private static RecordCodec<MachineSwitch> networkSwitch() {
    return RecordCodec.of(MachineSwitch.class)
        .required("name")
        .optional("nodes")
        .optional("switches", NAMES)
        .build();
  }

  private static RecordCodec<PlacementRules> placementRules() {
    return RecordCodec.of(PlacementRules.class)
        .optional("cores", CorePlacement.PACK)
        .optional("unit", AllocationUnit.CORE)
        .build();
  }

  static ListCodec<NodeStateChange> nodeStates() {
    return new ListCodec<>(
        RecordCodec.of(NodeStateChange.class).required("names", "state").build(),
        HostList.MAX_NAMES);
  }

  static MapCodec<Integer> licenses() {
    return new MapCodec<>(StringCodec.NAME, new IntegerCodec(0, MAX_COUNT), MAX_NAMES);
  }

  static MapCodec<Integer> gpus() {
    return new MapCodec<>(GPU_TYPE, new IntegerCodec(1, MAX_COUNT), MAX_GPU_TYPES);
  }
}
