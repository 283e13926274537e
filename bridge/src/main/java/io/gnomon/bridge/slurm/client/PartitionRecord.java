package io.gnomon.bridge.slurm.client;

import java.util.Map;
import java.util.OptionalLong;

/**
 * One partition of {@code scontrol show partition}.
 *
 * @param name name of the partition
 * @param attributes its attributes as they are printed
 */
public record PartitionRecord(String name, Map<String, String> attributes) {
  private static final int MINUTES_A_DAY = 24 * 60;
  private static final int SECONDS_A_MINUTE = 60;

  /** Maps are copied if they are mutable. */
  public PartitionRecord {
    attributes = Map.copyOf(attributes);
  }

  /** Converts a record of scontrol's output. */
  public static PartitionRecord of(Map<String, String> record) {
    return new PartitionRecord(record.getOrDefault("PartitionName", "?"), record);
  }

  /** Returns an attribute, empty if it is not printed. */
  public String get(String key) {
    return attributes.getOrDefault(key, "");
  }

  /** Returns whether jobs that name no partition are submitted to this one. */
  public boolean isDefault() {
    return get("Default").equals("YES");
  }

  /** Returns whether every job is allocated whole nodes. */
  public boolean wholeNodes() {
    return get("OverSubscribe").startsWith("EXCLUSIVE");
  }

  /** Returns {@code MaxTime} in minutes, or {@link JobRecord#UNLIMITED}. */
  public long maxMinutes() {
    return minutes(get("MaxTime"));
  }

  /** Returns {@code DefaultTime} in minutes, or {@link JobRecord#UNLIMITED} if it is not set. */
  public long defaultMinutes() {
    return minutes(get("DefaultTime"));
  }

  /** Returns the number of its nodes, 0 if it is not printed. */
  public int nodes() {
    return number("TotalNodes");
  }

  /** Returns the mean number of CPUs per node, rounded up. */
  public int processorsPerNode() {
    int nodes = Math.max(1, nodes());
    return Math.max(1, (number("TotalCPUs") + nodes - 1) / nodes);
  }

  private int number(String key) {
    String value = get(key);
    return value.matches("\\d{1,9}") ? Integer.parseInt(value) : 0;
  }

  /** Converts {@code days-hours:minutes:seconds} to minutes, rounded up. */
  public static long minutes(String time) {
    OptionalLong seconds = seconds(time);
    return seconds.isEmpty()
        ? JobRecord.UNLIMITED
        : (seconds.getAsLong() + SECONDS_A_MINUTE - 1) / SECONDS_A_MINUTE;
  }

  /** Converts {@code days-hours:minutes:seconds} to seconds; empty for anything else. */
  public static OptionalLong seconds(String time) {
    if (!time.matches("(\\d+-)?\\d+(:\\d+){0,2}")) {
      return OptionalLong.empty(); // UNLIMITED, NONE, or nothing
    }
    int dash = time.indexOf('-');
    long days = dash < 0 ? 0 : Long.parseLong(time.substring(0, dash));
    String[] parts = time.substring(dash + 1).split(":", -1);
    long hours = 0;
    long minutes = 0;
    long seconds = 0;
    if (dash >= 0) {
      hours = Long.parseLong(parts[0]);
      minutes = parts.length > 1 ? Long.parseLong(parts[1]) : 0;
      seconds = parts.length > 2 ? Long.parseLong(parts[2]) : 0;
    } else if (parts.length == 3) {
      hours = Long.parseLong(parts[0]);
      minutes = Long.parseLong(parts[1]);
      seconds = Long.parseLong(parts[2]);
    } else {
      minutes = Long.parseLong(parts[0]);
      seconds = parts.length == 2 ? Long.parseLong(parts[1]) : 0;
    }
    return OptionalLong.of(
        (days * MINUTES_A_DAY + hours * 60 + minutes) * SECONDS_A_MINUTE + seconds);
  }
}
