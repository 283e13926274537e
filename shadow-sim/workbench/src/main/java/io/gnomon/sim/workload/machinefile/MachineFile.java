package io.gnomon.sim.workload.machinefile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.gnomon.commandline.InputFile;
import io.gnomon.commandline.YamlFault;
import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.sim.machine.InvalidMachineException;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NetworkSwitch;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Reader of a machine in YAML: groups of nodes, partitions, reservations and how jobs share nodes.
 * The fields are those of {@code machine} in the events of a cluster, without the states of nodes,
 * QOS, users and accounts; {@code switches} are beside them, and the times of a reservation are
 * seconds from the start of the workload.
 */
final class MachineFile {
  private static final Set<String> FILE = names("nodes,switches,partitions,reservations,placement");
  private static final Set<String> NODES =
      names("names,cpus,memoryMb,gpus,features,weight,threadsPerCore");
  private static final Set<String> SWITCH = names("name,nodes,switches");
  private static final Set<String> PARTITION =
      names(
          "name,nodes,maxTimeSeconds,defaultTimeSeconds,minNodes,maxNodes,tier,sharing,"
              + "defaultMemoryPerCpuMb,defaultMemoryPerNodeMb,default,state");
  private static final Set<String> RESERVATION = names("name,start,end,nodes,users,accounts");
  private static final Set<String> PLACEMENT = names("cores,unit,memory");

  private MachineFile() {}

  private static Set<String> names(String list) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(List.of(list.split(","))));
  }

  /**
   * Reads the file.
   *
   * @throws InvalidMachineFileException for a file that is not valid
   */
  static Machine read(Path file) throws IOException {
    return parse(InputFile.text(file), file.toString());
  }

  /** Reads the content of a file of that name. */
  static Machine parse(String content, String file) throws IOException {
    try {
      return machine(new FileFields(new YAMLMapper().readTree(content), FILE));
    } catch (WrongField wrong) {
      throw new InvalidMachineFileException(
          "%s, line %d: %s"
              .formatted(file, new FieldLines(content).of(wrong.field()), wrong.getMessage()),
          wrong);
    } catch (InvalidMachineException wrong) {
      throw new InvalidMachineFileException(file + ": " + wrong.getMessage(), wrong);
    } catch (JsonProcessingException wrong) {
      throw new InvalidMachineFileException(file + " is not YAML: " + YamlFault.of(wrong), wrong);
    }
  }

  private static Machine machine(FileFields file) {
    Machine.Builder machine = new Machine.Builder();
    FileFields placement = file.object("placement", PLACEMENT);
    machine.selection(
        new Selection(
            AllocationUnit.valueOf(
                placement.word("unit", List.of("core", "cpu", "node")).toUpperCase(Locale.ROOT)),
            placement.flag("memory", true),
            placement.word("cores", List.of("pack", "spread")).equals("spread")));
    file.each("nodes", NODES, fields -> addNodes(machine, fields));
    List<NetworkSwitch> switches = new ArrayList<>();
    file.each("switches", SWITCH, fields -> switches.add(networkSwitch(fields, machine)));
    Topology topology = new Topology(switches);
    Iterator<Integer> numbers = IntStream.range(0, switches.size()).iterator();
    file.each("switches", SWITCH, fields -> topology.check(numbers.next()));
    machine.topology(topology);
    file.each("partitions", PARTITION, fields -> machine.partition(partition(fields, machine)));
    file.each(
        "reservations",
        RESERVATION,
        fields ->
            machine.reservation(
                new Reservation(
                    fields.text("name"),
                    fields.hosts("nodes", machine),
                    fields.number("start", 0),
                    fields.number("end", 1),
                    fields.texts("users"),
                    fields.texts("accounts"))));
    return machine.build();
  }

  private static void addNodes(Machine.Builder machine, FileFields fields) {
    machine.node(
        String.join(",", fields.hosts("names")),
        new NodeClass(
            fields.number("cpus", 1),
            fields.number("threadsPerCore", 1, 1),
            fields.number("memoryMb", 0, NodeClass.UNKNOWN_MEMORY),
            fields.counts("gpus"),
            Set.copyOf(fields.texts("features")),
            fields.number("weight", 0, 1)));
  }

  private static NetworkSwitch networkSwitch(FileFields fields, Machine.Builder machine) {
    boolean leaf = fields.has("nodes") || !fields.has("switches");
    return new NetworkSwitch(
        fields.text("name"),
        leaf ? fields.hosts("nodes", machine) : List.of(),
        fields.has("switches") ? fields.hosts("switches") : List.of());
  }

  private static Partition partition(FileFields fields, Machine.Builder machine) {
    return new Partition(
        fields.text("name"),
        fields.hosts("nodes", machine),
        fields.number("maxTimeSeconds", 1, Partition.UNLIMITED),
        fields.number("defaultTimeSeconds", 1, Partition.UNLIMITED),
        fields.number("minNodes", 1, 1),
        fields.number("maxNodes", 1, Partition.UNLIMITED),
        fields.number("tier", 0, 1),
        fields.word("sharing", List.of("cores", "exclusive")).equals("exclusive"),
        fields.number("defaultMemoryPerCpuMb", 0, 0),
        fields.number("defaultMemoryPerNodeMb", 0, 0),
        fields.flag("default", false),
        fields.word("state", List.of("up", "down", "drained", "inactive")).equals("up"));
  }
}
