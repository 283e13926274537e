package io.gnomon.events.codec;

import static io.gnomon.events.codec.Limits.LAST_SECOND;
import static io.gnomon.events.codec.Limits.MAX_COUNT;
import static io.gnomon.events.codec.Limits.MAX_CPUS;
import static io.gnomon.events.codec.Limits.MAX_GPU_TYPES;
import static io.gnomon.events.codec.Limits.MAX_LISTED_NODES;
import static io.gnomon.events.codec.Limits.MAX_MEMORY;
import static io.gnomon.events.codec.Limits.MAX_NAMES;
import static io.gnomon.events.codec.Limits.MAX_PARTITIONS;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.codec.value.BooleanCodec;
import io.gnomon.events.codec.value.EnumCodec;
import io.gnomon.events.codec.value.FieldValues;
import io.gnomon.events.codec.value.HostListCodec;
import io.gnomon.events.codec.value.IntegerCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.MapCodec;
import io.gnomon.events.codec.value.ObjectCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.machine.CorePlacement;
import io.gnomon.events.machine.Machine;
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
import java.util.List;
import java.util.Map;
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

  static ObjectCodec<Machine> machine() {
    return new ObjectCodec.Builder<Machine>()
        .required("nodes", Machine::nodes, new ListCodec<>(nodes(), HostList.MAX_NAMES))
        .optional(
            "partitions",
            Machine::partitions,
            new ListCodec<>(partition(), MAX_PARTITIONS),
            List.of())
        .optional(
            "reservations",
            Machine::reservations,
            new ListCodec<>(reservation(), MAX_NAMES),
            List.of())
        .optional("placement", Machine::placement, placementRules())
        .optional(
            "switches", Machine::switches, new ListCodec<>(networkSwitch(), MAX_NAMES), List.of())
        .optional("licenses", Machine::licenses, licenses(), Map.of())
        .build(MachineCodecs::machine);
  }

  private static Machine machine(FieldValues v) {
    Machine machine =
        new Machine(
            v.nextList(),
            v.nextList(),
            v.nextList(),
            v.nextOrNull(PlacementRules.class),
            v.nextList(),
            v.nextMap());
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
    return machine;
  }

  /** The state of a cluster has a number for each node and type. */
  private static void checkGpuTypes(Machine machine) {
    long types =
        machine.nodes().stream()
            .flatMap(group -> group.gpus().keySet().stream())
            .distinct()
            .count();
    long nodes = machine.nodes().stream().mapToLong(group -> group.names().size()).sum();
    ListedNodes.checkTotal(
        "/nodes", "types of GPUs, multiplied by the nodes,", types * nodes, MAX_LISTED_NODES);
  }

  private static ObjectCodec<NodeGroup> nodes() {
    return new ObjectCodec.Builder<NodeGroup>()
        .required("names", NodeGroup::names, HostListCodec.HOST_LIST)
        .integer("cpus", NodeGroup::cpus, 1, MAX_CPUS)
        .optionalInteger("memoryMb", NodeGroup::memoryMb, 0, MAX_MEMORY)
        .optional("gpus", NodeGroup::gpus, gpus(), Map.of())
        .optional("features", NodeGroup::features, new ListCodec<>(FEATURE, MAX_NAMES), List.of())
        .optionalInteger("weight", NodeGroup::weight, 0, Integer.MAX_VALUE)
        .optionalInteger("threadsPerCore", NodeGroup::threadsPerCore, 1, MAX_CPUS)
        .optional("state", NodeGroup::state, new EnumCodec<>(NodeState.class), NodeState.UP)
        .build(
            v ->
                new NodeGroup(
                    v.next(HostList.class),
                    v.nextInt(),
                    v.nextLong(),
                    v.nextMap(),
                    v.nextList(),
                    v.nextInt(),
                    v.nextInt(),
                    v.next(NodeState.class)));
  }

  private static ObjectCodec<MachinePartition> partition() {
    return new ObjectCodec.Builder<MachinePartition>()
        .required("name", MachinePartition::name, StringCodec.NAME)
        .required("nodes", MachinePartition::nodes, HostListCodec.HOST_LIST)
        .optionalInteger("maxTimeSeconds", MachinePartition::maxTimeSeconds, 1, MAX_COUNT)
        .optionalInteger("defaultTimeSeconds", MachinePartition::defaultTimeSeconds, 1, MAX_COUNT)
        .optionalInteger("maxNodes", MachinePartition::maxNodes, 0, MAX_COUNT)
        .optionalInteger("minNodes", MachinePartition::minNodes, 0, MAX_COUNT)
        .optionalInteger("tier", MachinePartition::tier, 0, MAX_CPUS)
        .optional(
            "sharing",
            MachinePartition::sharing,
            new EnumCodec<>(NodeSharing.class),
            NodeSharing.CORES)
        .optionalInteger(
            "defaultMemoryPerCpuMb", MachinePartition::defaultMemoryPerCpuMb, 0, MAX_MEMORY)
        .optionalInteger(
            "defaultMemoryPerNodeMb", MachinePartition::defaultMemoryPerNodeMb, 0, MAX_MEMORY)
        .optional("qos", MachinePartition::qos, StringCodec.NAME)
        .optional("allowedQos", MachinePartition::allowedQos, NAMES, List.of())
        .optional("allowedAccounts", MachinePartition::allowedAccounts, NAMES, List.of())
        .optional("restricted", MachinePartition::restricted, BooleanCodec.BOOLEAN, false)
        .optional("default", MachinePartition::isDefault, BooleanCodec.BOOLEAN, false)
        .optional(
            "state",
            MachinePartition::state,
            new EnumCodec<>(PartitionState.class),
            PartitionState.UP)
        .optional(
            "preemptMode",
            MachinePartition::preemptMode,
            new EnumCodec<>(PreemptMode.class),
            PreemptMode.CLUSTER)
        .optionalInteger("graceSeconds", MachinePartition::graceSeconds, 0, MAX_COUNT)
        .build(
            v ->
                new MachinePartition(
                    v.nextString(),
                    v.next(HostList.class),
                    v.nextInt(),
                    v.nextInt(),
                    v.nextInt(),
                    v.nextInt(),
                    v.nextInt(),
                    v.next(NodeSharing.class),
                    v.nextLong(),
                    v.nextLong(),
                    v.nextStringOrNull(),
                    v.nextList(),
                    v.nextList(),
                    v.next(Boolean.class),
                    v.next(Boolean.class),
                    v.next(PartitionState.class),
                    v.next(PreemptMode.class),
                    v.nextInt()));
  }

  private static ObjectCodec<MachineReservation> reservation() {
    return new ObjectCodec.Builder<MachineReservation>()
        .required("name", MachineReservation::name, StringCodec.NAME)
        .integer("start", MachineReservation::start, 0, LAST_SECOND)
        .integer("end", MachineReservation::end, 0, LAST_SECOND)
        .required("nodes", MachineReservation::nodes, HostListCodec.HOST_LIST)
        .optional("users", MachineReservation::users, NAMES, List.of())
        .optional("accounts", MachineReservation::accounts, NAMES, List.of())
        .build(MachineCodecs::reservation);
  }

  private static MachineReservation reservation(FieldValues v) {
    MachineReservation reservation =
        new MachineReservation(
            v.nextString(),
            v.nextLong(),
            v.nextLong(),
            v.next(HostList.class),
            v.nextList(),
            v.nextList());
    if (reservation.end() <= reservation.start()) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE,
          "/end",
          Long.toString(reservation.end()),
          "a time after start, " + reservation.start());
    }
    return reservation;
  }

  private static ObjectCodec<MachineSwitch> networkSwitch() {
    return new ObjectCodec.Builder<MachineSwitch>()
        .required("name", MachineSwitch::name, StringCodec.NAME)
        .optional("nodes", MachineSwitch::nodes, HostListCodec.HOST_LIST)
        .optional("switches", MachineSwitch::switches, NAMES, List.of())
        .build(v -> new MachineSwitch(v.nextString(), v.nextOrNull(HostList.class), v.nextList()));
  }

  private static ObjectCodec<PlacementRules> placementRules() {
    return new ObjectCodec.Builder<PlacementRules>()
        .optional(
            "cores",
            PlacementRules::cores,
            new EnumCodec<>(CorePlacement.class),
            CorePlacement.PACK)
        .optional(
            "unit",
            PlacementRules::unit,
            new EnumCodec<>(AllocationUnit.class),
            AllocationUnit.CORE)
        .build(v -> new PlacementRules(v.next(CorePlacement.class), v.next(AllocationUnit.class)));
  }

  static ListCodec<NodeStateChange> nodeStates() {
    ObjectCodec<NodeStateChange> change =
        new ObjectCodec.Builder<NodeStateChange>()
            .required("names", NodeStateChange::names, HostListCodec.HOST_LIST)
            .required("state", NodeStateChange::state, new EnumCodec<>(NodeState.class))
            .build(v -> new NodeStateChange(v.next(HostList.class), v.next(NodeState.class)));
    return new ListCodec<>(change, HostList.MAX_NAMES);
  }

  static MapCodec<Integer> licenses() {
    return new MapCodec<>(StringCodec.NAME, new IntegerCodec(0, MAX_COUNT), MAX_NAMES);
  }

  static MapCodec<Integer> gpus() {
    return new MapCodec<>(GPU_TYPE, new IntegerCodec(1, MAX_COUNT), MAX_GPU_TYPES);
  }
}
