package io.gnomon.sim.workload.slurm;

import io.gnomon.sim.machine.InvalidMachineException;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NetworkSwitch;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.PreemptionRule;
import io.gnomon.sim.machine.Topology;
import io.gnomon.slurm.accounts.EntityOptions;
import io.gnomon.slurm.conf.SlurmConf;
import io.gnomon.slurm.conf.SlurmConf.Line;
import io.gnomon.slurm.mapping.SelectionMapping;
import io.gnomon.slurm.value.HostList;
import io.gnomon.slurm.value.InvalidHostListException;
import io.gnomon.slurm.value.NaturalOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The machine of a {@code slurm.conf}: its nodes, partitions, sets of nodes and {@code
 * SelectTypeParameters}. The types of GPUs are taken from {@code gres.conf} beside it where {@code
 * slurm.conf} names none, and with {@code TopologyPlugin=topology/tree} the switches from {@code
 * topology.conf}, or from the file itself if there is none; without them, all nodes count as near.
 * Nodes are in the order of their names, as in Slurm.
 *
 * <p>Source: manuals of slurm.conf and topology.conf. Sockets and boards have no effect on
 * placement.
 */
public final class SlurmMachine {
  private static final String UNTYPED = "gpu";

  private final SlurmConf conf;
  private final Map<String, String> gpuTypes;
  private final Map<String, NodeClass> nodes = new TreeMap<>(new NaturalOrder());

  private SlurmMachine(SlurmConf conf, Map<String, String> gpuTypes) {
    this.conf = conf;
    this.gpuTypes = gpuTypes;
  }

  /**
   * Reads the files.
   *
   * @throws SlurmFormatException for a line that is not understood, or a machine without nodes
   */
  public static Machine read(Path slurmConf) throws IOException {
    SlurmConf conf = ConfFiles.read(slurmConf);
    Path gres = slurmConf.resolveSibling("gres.conf");
    Map<String, String> types = Files.exists(gres) ? types(gres) : Map.of();
    SlurmMachine reader = new SlurmMachine(conf, types);
    Machine.Builder builder =
        new Machine.Builder().selection(SelectionMapping.of(key -> conf.parameter(key).orElse("")));
    for (Line line : conf.lines("NodeName")) {
      ConfFiles.at(line, () -> reader.addNodes(line));
    }
    reader.nodes.forEach(builder::node);
    if (conf.parameter("TopologyPlugin").orElse("").equalsIgnoreCase("topology/tree")) {
      Path topology = slurmConf.resolveSibling("topology.conf");
      SlurmConf switches = Files.exists(topology) ? ConfFiles.read(topology) : conf;
      builder.topology(switches(switches.lines("SwitchName"), builder, reader.nodes));
    }
    NodeSets sets = new NodeSets(reader.nodes);
    for (Line line : conf.lines("NodeSet")) {
      ConfFiles.at(line, () -> sets.add(line));
    }
    for (Line line : conf.lines("PartitionName")) {
      ConfFiles.at(line, () -> builder.partition(reader.partition(line, builder, sets)));
    }
    try {
      return builder.build();
    } catch (IllegalArgumentException wrong) {
      throw new SlurmFormatException(slurmConf.toString(), wrong);
    }
  }

  /** The type of each node's GPUs, where a gres.conf names one. */
  private static Map<String, String> types(Path gres) throws IOException {
    Map<String, String> types = new HashMap<>();
    for (Line line : ConfFiles.read(gres).lines("NodeName")) {
      String type = line.get("Type").orElse("");
      if (line.get("Name").orElse("").equals("gpu") && !type.isEmpty()) {
        ConfFiles.at(
            line, () -> HostList.expand(line.name()).forEach(node -> types.put(node, type)));
      }
      ConfFiles.at(line, () -> requireMachine(types.size()));
    }
    return types;
  }

  private static void requireMachine(int nodes) {
    if (nodes > HostList.MAX_NAMES) {
      throw new IllegalArgumentException(
          "the machine has more than %d nodes".formatted(HostList.MAX_NAMES));
    }
  }

  private void addNodes(Line line) {
    if (line.get("State").orElse("").toUpperCase(Locale.ROOT).startsWith("FUTURE")) {
      return;
    }
    int threads = number(line, "ThreadsPerCore", 1);
    int cores =
        number(line, "Boards", 1)
            * (line.get("SocketsPerBoard").isPresent()
                ? number(line, "SocketsPerBoard", 1)
                : number(line, "Sockets", 1))
            * number(line, "CoresPerSocket", 1);
    int cpus = number(line, "CPUs", number(line, "Procs", cores * threads));
    Set<String> features =
        Arrays.stream(line.get("Feature").or(() -> line.get("Features")).orElse("").split(","))
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toSet());
    Map<String, NodeClass> kinds = new HashMap<>(); // by the type of GPUs
    for (String name : HostList.expand(line.name())) {
      NodeClass kind =
          kinds.computeIfAbsent(
              gpuTypes.getOrDefault(name, UNTYPED),
              type ->
                  new NodeClass(
                      cpus,
                      cpus == cores ? 1 : threads,
                      line.get("RealMemory").map(SlurmUnits::mebibytes).orElse(1)
                          - line.get("MemSpecLimit").map(SlurmUnits::mebibytes).orElse(0),
                      SlurmUnits.gpus(line.get("Gres").orElse(""), type),
                      features,
                      number(line, "Weight", 1)));
      if (nodes.putIfAbsent(name, kind) != null) {
        throw new IllegalArgumentException("node '" + name + "' is declared twice");
      }
    }
    requireMachine(nodes.size());
  }

  /**
   * The switches that lines describe; none without lines. Like Slurm, it leaves out nodes that
   * slurm.conf lacks.
   */
  private static Topology switches(
      List<Line> lines, Machine.Builder machine, Map<String, NodeClass> nodes) throws IOException {
    List<NetworkSwitch> switches = new ArrayList<>();
    for (Line line : lines) {
      ConfFiles.at(line, () -> switches.add(networkSwitch(line, machine, nodes.keySet())));
    }
    Topology topology = new Topology(switches);
    for (int i = 0; i < lines.size(); i++) {
      int number = i;
      ConfFiles.at(lines.get(i), () -> topology.check(number));
    }
    return topology;
  }

  private static NetworkSwitch networkSwitch(
      Line line, Machine.Builder machine, Set<String> known) {
    String nodes = line.get("Nodes").orElse("");
    String below = line.get("Switches").orElse("");
    if (nodes.isEmpty() == below.isEmpty()) {
      throw new IllegalArgumentException(
          "switch '%s' has %s; allowed is either Nodes or Switches"
              .formatted(line.name(), nodes.isEmpty() ? "neither" : "both"));
    }
    return new NetworkSwitch(
        line.name(),
        machine.names(HostList.expand(nodes).stream().filter(known::contains).toList()),
        HostList.expand(below));
  }

  private Partition partition(Line line, Machine.Builder machine, NodeSets sets) {
    int perCpu = defaultMemory(line, "DefMemPerCPU", "DefMemPerNode");
    String sharing = line.get("OverSubscribe").or(() -> line.get("Shared")).orElse("");
    return new Partition(
        line.name(),
        nodes(line, machine, sets),
        seconds(line, "MaxTime"),
        seconds(line, "DefaultTime"),
        Math.max(1, number(line, "MinNodes", 1)),
        count(line, "MaxNodes"),
        number(line, "PriorityTier", number(line, "Priority", 1)),
        sharing.equalsIgnoreCase("EXCLUSIVE"),
        perCpu,
        perCpu > 0 ? 0 : defaultMemory(line, "DefMemPerNode", "DefMemPerCPU"),
        line.get("Default").orElse("NO").equalsIgnoreCase("YES"),
        line.get("State").orElse("UP").equalsIgnoreCase("UP"),
        new PreemptionRule(
            EntityOptions.preemptMode(line.get("PreemptMode").orElse("")),
            number(line, "GraceTime", 0)));
  }

  private static List<String> nodes(Line line, Machine.Builder machine, NodeSets sets) {
    String list = line.get("Nodes").orElse("");
    try {
      return sets.isEmpty() && !NodeSets.isAll(list)
          ? machine.names(list)
          : machine.names(sets.expand(list));
    } catch (InvalidMachineException | InvalidHostListException wrong) {
      throw new InvalidMachineException(
          "partition '%s' %s".formatted(line.name(), wrong.getMessage()));
    }
  }

  /** The partition's value; that of the cluster, if the partition has none and no {@code other}. */
  private int defaultMemory(Line line, String key, String other) {
    return line.get(key)
        .or(() -> line.get(other).isPresent() ? Optional.empty() : conf.parameter(key))
        .filter(text -> !text.equalsIgnoreCase("UNLIMITED"))
        .map(SlurmUnits::mebibytes)
        .orElse(0);
  }

  private static int number(Line line, String key, int absent) {
    return line.get(key).map(SlurmUnits::number).orElse(absent);
  }

  private static int count(Line line, String key) {
    return line.get(key)
        .filter(text -> !text.equalsIgnoreCase("UNLIMITED"))
        .map(SlurmUnits::number)
        .orElse(Partition.UNLIMITED);
  }

  private static int seconds(Line line, String key) {
    return line.get(key)
        .filter(text -> !text.equalsIgnoreCase("NONE"))
        .map(SlurmUnits::seconds)
        .orElse(Partition.UNLIMITED);
  }
}
