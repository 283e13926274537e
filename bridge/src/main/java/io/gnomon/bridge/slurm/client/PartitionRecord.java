package io.gnomon.bridge.slurm.client;

import io.gnomon.slurm.value.SlurmTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One partition of {@code scontrol show partition}.
 *
 * @param name name of the partition
 * @param attributes its attributes as they are printed
 */
public record PartitionRecord(String name, Map<String, String> attributes) {
  /** Maps are copied if they are mutable. */
  public PartitionRecord {
    attributes = Map.copyOf(attributes);
  }

  /** Converts a record of scontrol's output. */
  public static PartitionRecord of(Map<String, String> record) {
    return new PartitionRecord(record.getOrDefault("PartitionName", "?"), record);
  }

  /**
   * Returns one of these partitions.
   *
   * @param name its name, or null for the default partition
   */
  public static Optional<PartitionRecord> find(
      List<PartitionRecord> partitions, @Nullable String name) {
    return partitions.stream()
        .filter(one -> name == null ? one.isDefault() : one.name().equals(name))
        .findFirst();
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
    return SlurmTime.minutes(get("MaxTime")).orElse(JobRecord.UNLIMITED);
  }

  /** Returns {@code DefaultTime} in minutes, or {@link JobRecord#UNLIMITED} if it is not set. */
  public long defaultMinutes() {
    return SlurmTime.minutes(get("DefaultTime")).orElse(JobRecord.UNLIMITED);
  }

  /** Returns {@code PriorityJobFactor}, 1 if it is not printed. */
  public int jobFactor() {
    return get("PriorityJobFactor").isEmpty() ? 1 : Math.min(number("PriorityJobFactor"), 65_535);
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
}
