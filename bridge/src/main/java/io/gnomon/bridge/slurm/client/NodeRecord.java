package io.gnomon.bridge.slurm.client;

import java.util.Arrays;
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
 * @param memoryMegabytes {@code RealMemory}
 * @param states base state and flags, such as {@code IDLE} and {@code DRAIN}; {@code *} if the node
 *     does not respond
 * @param partitions names of its partitions
 */
public record NodeRecord(
    String name,
    int processors,
    int allocated,
    long memoryMegabytes,
    Set<String> states,
    Set<String> partitions) {
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
  private static final Pattern MARKS = Pattern.compile("[*~#!%$@^-]+$");

  /** Sets are copied if they are mutable. */
  public NodeRecord {
    states = Set.copyOf(states);
    partitions = Set.copyOf(partitions);
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
        number(record, "RealMemory"),
        states,
        Set.of(record.getOrDefault("Partitions", "").split(",", -1)));
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

  /** Returns whether the node is down, so that no job runs on it. */
  public boolean isDown() {
    return states.stream().anyMatch(DOWN::contains);
  }

  /** Returns its part of the capacity: all processors if open, else those still allocated. */
  public int capacity() {
    return isOpen() ? processors : isDown() ? 0 : allocated;
  }
}
