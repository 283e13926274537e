package io.gnomon.bridge.slurm.read;

import java.util.Map;

/**
 * One partition of {@code scontrol show partition}.
 *
 * @param name of the partition
 * @param attributes as they are printed
 */
public record PartitionRecord(String name, Map<String, String> attributes) {
  private static final int MINUTES_A_DAY = 24 * 60;

  /** Maps are copied when they are not immutable. */
  public PartitionRecord {
    attributes = Map.copyOf(attributes);
  }

  static PartitionRecord of(Map<String, String> record) {
    return new PartitionRecord(record.getOrDefault("PartitionName", "?"), record);
  }

  /** An attribute, or the empty text. */
  public String get(String key) {
    return attributes.getOrDefault(key, "");
  }

  /** Whether jobs that name no partition go here. */
  public boolean isDefault() {
    return get("Default").equals("YES");
  }

  /** Whether every job gets whole nodes. */
  public boolean wholeNodes() {
    return get("OverSubscribe").startsWith("EXCLUSIVE");
  }

  /** {@code MaxTime} in minutes, or {@link JobRecord#UNLIMITED}. */
  public long maxMinutes() {
    return minutes(get("MaxTime"));
  }

  /** {@code DefaultTime} in minutes, or {@link JobRecord#UNLIMITED} where jobs get the most. */
  public long defaultMinutes() {
    return minutes(get("DefaultTime"));
  }

  /** CPUs of a node, on the average and rounded up. */
  public int processorsPerNode() {
    int nodes = Math.max(1, number("TotalNodes"));
    return Math.max(1, (number("TotalCPUs") + nodes - 1) / nodes);
  }

  private int number(String key) {
    String value = get(key);
    return value.matches("\\d{1,9}") ? Integer.parseInt(value) : 0;
  }

  /** Minutes of {@code days-hours:minutes:seconds}; seconds are rounded up. */
  static long minutes(String time) {
    if (!time.matches("(\\d+-)?\\d+(:\\d+){0,2}")) {
      return JobRecord.UNLIMITED; // UNLIMITED, NONE, or nothing
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
    return days * MINUTES_A_DAY + hours * 60 + minutes + (seconds > 0 ? 1 : 0);
  }
}
