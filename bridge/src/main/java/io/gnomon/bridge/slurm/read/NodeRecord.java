package io.gnomon.bridge.slurm.read;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One node of {@code scontrol show node}.
 *
 * @param name of the node
 * @param processors {@code CPUTot}, or {@code CPUEfctv} where some are the system's own
 * @param allocated {@code CPUAlloc}
 * @param memoryMegabytes {@code RealMemory}
 * @param states base state and flags, such as {@code IDLE} and {@code DRAIN}; {@code *} where it
 *     does not answer
 * @param partitions that it is in
 */
public record NodeRecord(
    String name,
    int processors,
    int allocated,
    long memoryMegabytes,
    Set<String> states,
    Set<String> partitions) {
  private static final Set<String> GONE = Set.of("DOWN", "ERROR", "UNKNOWN", "FUTURE", "*");
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

  /** Sets are copied when they are not immutable. */
  public NodeRecord {
    states = Set.copyOf(states);
    partitions = Set.copyOf(partitions);
  }

  static NodeRecord of(Map<String, String> record) throws SlurmException {
    int total = number(record, "CPUTot");
    int effective = record.containsKey("CPUEfctv") ? number(record, "CPUEfctv") : total;
    String state = record.getOrDefault("State", "UNKNOWN");
    boolean silent = state.contains("*");
    Set<String> states =
        Arrays.stream(state.split("\\+", -1))
            .map(word -> MARKS.matcher(word).replaceAll(""))
            .collect(Collectors.toSet());
    if (silent) {
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
          "scontrol show node: %s of node %s is '%s', which is no number"
              .formatted(key, record.get("NodeName"), value),
          e);
    }
  }

  /** Whether new jobs of anybody can start on it. */
  public boolean open() {
    return states.stream().noneMatch(word -> GONE.contains(word) || CLOSED.contains(word));
  }

  /** Whether nothing runs on it and nothing will. */
  public boolean gone() {
    return states.stream().anyMatch(GONE::contains);
  }

  /** What it adds to the capacity: all, or where it is closed what jobs still hold of it. */
  public int capacity() {
    return open() ? processors : gone() ? 0 : allocated;
  }
}
