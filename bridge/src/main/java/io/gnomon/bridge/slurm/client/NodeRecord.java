package io.gnomon.bridge.slurm.client;

import io.gnomon.slurm.value.Tres;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One node of {@code scontrol show node}.
 *
 * @param name name of the node
 * @param processors {@code CPUEfctv}, or {@code CPUTot} if it is smaller or the only one printed
 * @param allocated {@code CPUAlloc}
 * @param memoryMegabytes {@code RealMemory} without {@code MemSpecLimit}
 * @param states base state and flags, such as {@code IDLE} and {@code DRAIN}; {@code *} if the node
 *     does not respond
 * @param partitions names of its partitions
 * @param threadsPerCore the CPUs of each core
 * @param weight {@code Weight}
 * @param features {@code ActiveFeatures}
 * @param gpus the GPUs of {@code Gres} by type; those without a type are {@link #UNTYPED_GPU}
 */
public record NodeRecord(
    String name,
    int processors,
    int allocated,
    long memoryMegabytes,
    Set<String> states,
    Set<String> partitions,
    int threadsPerCore,
    int weight,
    List<String> features,
    Map<String, Integer> gpus) {
  /** The type of GPUs for which Slurm has none. */
  public static final String UNTYPED_GPU = "gpu";

  private static final Set<String> DOWN = Set.of("DOWN", "ERROR", "UNKNOWN", "FUTURE", "*");
  private static final Set<String> CLOSED =
      Set.of(
          "DRAIN",
          "DRAINING",
          "DRAINED",
          "FAIL",
          "FAILING",
          "MAINTENANCE",
          "MAINT",
          "RESERVED",
          "REBOOT",
          "REBOOT_REQUESTED",
          "REBOOT_ISSUED",
          "POWERING_DOWN",
          "INVALID_REG");
  // they close a node to jobs outside the reservation
  private static final Set<String> BY_RESERVATION = Set.of("MAINTENANCE", "MAINT", "RESERVED");
  private static final Pattern MARKS = Pattern.compile("[*~#!%$@^-]+$");

  /** Collections are copied if they are mutable. */
  public NodeRecord {
    states = Set.copyOf(states);
    partitions = Set.copyOf(partitions);
    features = List.copyOf(features);
    gpus = Map.copyOf(gpus);
  }

  /** A node known by its CPUs, memory and states only. */
  public NodeRecord(
      String name,
      int processors,
      int allocated,
      long memoryMegabytes,
      Set<String> states,
      Set<String> partitions) {
    this(
        name,
        processors,
        allocated,
        memoryMegabytes,
        states,
        partitions,
        1,
        1,
        List.of(),
        Map.of());
  }

  /**
   * Converts a record of scontrol's output.
   *
   * @throws SlurmException if a number is missing or malformed
   */
  public static NodeRecord of(Map<String, String> record) throws SlurmException {
    int total = number(record, "CPUTot");
    int effective = record.containsKey("CPUEfctv") ? number(record, "CPUEfctv") : total;
    String state = record.getOrDefault("State", "UNKNOWN");
    boolean notResponding = state.contains("*");
    Set<String> states =
        Arrays.stream(state.split("\\+", -1))
            .map(word -> MARKS.matcher(word).replaceAll(""))
            .collect(Collectors.toSet());
    if (notResponding) {
      states.add("*");
    }
    return new NodeRecord(
        record.getOrDefault("NodeName", "?"),
        Math.min(total, effective),
        number(record, "CPUAlloc"),
        number(record, "RealMemory")
            - (record.containsKey("MemSpecLimit") ? number(record, "MemSpecLimit") : 0),
        states,
        Set.of(record.getOrDefault("Partitions", "").split(",", -1)),
        threadsPerCore(record, total),
        record.containsKey("Weight") ? number(record, "Weight") : 1,
        features(record.getOrDefault("ActiveFeatures", "(null)")),
        Tres.gpus(record.getOrDefault("Gres", ""), UNTYPED_GPU));
  }

  /** Where slurm.conf counts cores as CPUs, a core has one CPU. */
  private static int threadsPerCore(Map<String, String> record, int cpus) throws SlurmException {
    if (!record.keySet().containsAll(List.of("ThreadsPerCore", "Sockets", "CoresPerSocket"))) {
      return 1;
    }
    int cores = number(record, "Sockets") * number(record, "CoresPerSocket");
    return cpus <= cores ? 1 : Math.max(1, number(record, "ThreadsPerCore"));
  }

  private static List<String> features(String list) {
    return list.equals("(null)")
        ? List.of()
        : Arrays.stream(list.split(",", -1)).filter(name -> !name.isEmpty()).toList();
  }

  private static int number(Map<String, String> record, String key) throws SlurmException {
    String value = record.getOrDefault(key, "");
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new SlurmException(
          "scontrol show node: %s of node %s is '%s', which is not a whole number"
              .formatted(key, record.get("NodeName"), value),
          e);
    }
  }

  /** Returns whether new jobs of any user can start on the node. */
  public boolean isOpen() {
    return states.stream().noneMatch(word -> DOWN.contains(word) || CLOSED.contains(word));
  }

  /** Returns whether jobs can start on the node, at least those of a reservation. */
  public boolean isUp() {
    return !isDown()
        && states.stream()
            .noneMatch(word -> CLOSED.contains(word) && !BY_RESERVATION.contains(word));
  }

  /** Returns whether the node is down, so that no job runs on it. */
  public boolean isDown() {
    return states.stream().anyMatch(DOWN::contains);
  }

  /** Returns its part of the capacity: all processors if open, else those still allocated. */
  public int capacity() {
    return isOpen() ? processors : isDown() ? 0 : allocated;
  }
}
