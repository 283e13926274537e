package io.gnomon.bridge.slurm.partition;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.policy.TimeLimitRanges;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that a configuration needs in addition to the base partition, whose jobs they
 * divide, and the partition of each job.
 *
 * <p>The partition with the shortest time limit has all nodes, and each following one has fewer: of
 * k partitions, the q-th (from 0) has the last (k − q)/k of the nodes. So short jobs can use nodes
 * that long jobs leave idle, while long jobs never occupy nodes that are kept for short ones.
 *
 * @param base name of the base partition; it stays unchanged and holds the jobs that fit into no
 *     other partition
 * @param baseIsDefault whether jobs that name no partition are submitted to the base partition
 * @param partitions the partitions that Gnomon owns, by ascending time limit
 */
public record PartitionLayout(String base, boolean baseIsDefault, List<OwnedPartition> partitions) {
  /** Attributes to copy from the base partition, unless they have Slurm's default value. */
  private static final Map<String, String> INHERITED =
      Map.ofEntries(
          Map.entry("AllowGroups", "ALL"),
          Map.entry("AllowAccounts", "ALL"),
          Map.entry("DenyAccounts", ""),
          Map.entry("AllowQos", "ALL"),
          Map.entry("DenyQos", ""),
          Map.entry("AllocNodes", "ALL"),
          Map.entry("DisableRootJobs", "NO"),
          Map.entry("ExclusiveUser", "NO"),
          Map.entry("ExclusiveTopo", "NO"),
          Map.entry("GraceTime", "0"),
          Map.entry("Hidden", "NO"),
          Map.entry("MaxNodes", "UNLIMITED"),
          Map.entry("MinNodes", "0"),
          Map.entry("LLN", "NO"),
          Map.entry("MaxCPUsPerNode", "UNLIMITED"),
          Map.entry("PriorityJobFactor", "1"),
          Map.entry("PriorityTier", "1"),
          Map.entry("RootOnly", "NO"),
          Map.entry("ReqResv", "NO"),
          Map.entry("OverSubscribe", "NO"),
          Map.entry("OverTimeLimit", "NONE"),
          Map.entry("QoS", "N/A"),
          Map.entry("DefMemPerNode", "UNLIMITED"),
          Map.entry("MaxMemPerNode", "UNLIMITED"),
          Map.entry("DefMemPerCPU", "UNLIMITED"),
          Map.entry("MaxMemPerCPU", "UNLIMITED"));

  /** Lists are copied if they are mutable. */
  public PartitionLayout {
    partitions = List.copyOf(partitions);
  }

  /**
   * A partition that Gnomon owns.
   *
   * @param name name of the partition
   * @param upToMinutes the longest time limit of its jobs, in minutes
   * @param nodes number of its nodes
   * @param processors number of processors of these nodes
   * @param attributes its attributes as Slurm prints them
   */
  public record OwnedPartition(
      String name, long upToMinutes, int nodes, long processors, Map<String, String> attributes) {
    /** Attributes keep their order. */
    public OwnedPartition {
      attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    /** Returns the attributes as scontrol and slurm.conf take them. */
    public List<String> assignments() {
      return attributes.entrySet().stream()
          .map(attribute -> attribute.getKey() + "=" + attribute.getValue())
          .toList();
    }
  }

  /** A layout without owned partitions: all jobs are in the base partition. */
  public static PartitionLayout undivided(PartitionRecord base) {
    return new PartitionLayout(base.name(), base.isDefault(), List.of());
  }

  /**
   * The layout that divides a partition by time limit. A single range needs no owned partition, and
   * neither does a range without a whole minute.
   *
   * @param prefix of the names of owned partitions
   * @param nodes names of the base partition's nodes, in their order
   */
  public static PartitionLayout of(
      PartitionRecord base, TimeLimitRanges ranges, String prefix, List<String> nodes) {
    if (ranges.size() == 1) {
      return undivided(base);
    }
    List<OwnedPartition> partitions = new ArrayList<>();
    int k = ranges.size();
    for (int q = 0; q < k; q++) {
      if (ranges.isEmpty(q)) {
        continue;
      }
      int count = Math.max(1, (nodes.size() * (k - q) + k - 1) / k);
      List<String> own = nodes.subList(nodes.size() - count, nodes.size());
      long upTo = Math.min(ranges.upToMinutes().get(q), base.maxMinutes());
      Map<String, String> attributes = new LinkedHashMap<>();
      attributes.put("Nodes", HostList.compress(own));
      attributes.put("MaxTime", q == k - 1 ? base.get("MaxTime") : formatMinutes(upTo));
      attributes.put("State", "UP");
      INHERITED.forEach(
          (key, normal) -> {
            String value = base.get(key);
            if (!value.isEmpty() && !value.equals(normal)) {
              attributes.put(key, value);
            }
          });
      partitions.add(
          new OwnedPartition(
              prefix + (q + 1), upTo, count, (long) count * base.processorsPerNode(), attributes));
    }
    return new PartitionLayout(base.name(), base.isDefault(), partitions);
  }

  /** Returns whether the name is one that Gnomon gives its partitions. */
  public static boolean isOwned(String prefix, String name) {
    return name.matches(prefix + "\\d+");
  }

  /** Returns the partitions that Gnomon owns, by their names. */
  public static List<PartitionRecord> owned(String prefix, List<PartitionRecord> partitions) {
    return partitions.stream().filter(partition -> isOwned(prefix, partition.name())).toList();
  }

  /** Returns the attributes of the owned partitions, by name of the partition. */
  public Map<String, String> attributes() {
    Map<String, String> attributes = new LinkedHashMap<>();
    partitions.forEach(
        partition -> attributes.put(partition.name(), String.join(" ", partition.assignments())));
    return attributes;
  }

  /**
   * Returns the present attributes of partitions, as far as they are expected. A partition that
   * does not exist has none.
   *
   * @param expected attributes by name of the partition, as {@link #attributes} returns them
   * @param partitions the present partitions
   */
  public static Map<String, String> present(
      Map<String, String> expected, List<PartitionRecord> partitions) {
    Map<String, String> present = new LinkedHashMap<>();
    expected.forEach((name, attributes) -> present.put(name, ""));
    for (PartitionRecord partition : partitions) {
      present.computeIfPresent(
          partition.name(),
          (name, none) ->
              Arrays.stream(expected.getOrDefault(name, "").split(" "))
                  .map(assignment -> assignment.substring(0, assignment.indexOf('=')))
                  .map(key -> key + "=" + partition.get(key))
                  .collect(Collectors.joining(" ")));
    }
    return present;
  }

  /** Formats minutes as Slurm prints a time limit. */
  static String formatMinutes(long minutes) {
    if (minutes == JobRecord.UNLIMITED) {
      return "UNLIMITED";
    }
    String clock = "%02d:%02d:00".formatted(minutes / 60 % 24, minutes % 60);
    return minutes < 24 * 60 ? clock : minutes / (24 * 60) + "-" + clock;
  }

  /**
   * Returns the name of a pending job's partition: the first whose range includes the job's time
   * limit, or the base partition if the job does not fit there or has no limit.
   */
  public String partitionFor(JobRecord job) {
    long limit = job.limitMinutes();
    if (limit <= 0 || limit == JobRecord.UNLIMITED) {
      return base;
    }
    for (OwnedPartition partition : partitions) {
      if (limit <= partition.upToMinutes()) {
        boolean fits =
            job.nodes() <= partition.nodes() && job.processors() <= partition.processors();
        return fits ? partition.name() : base;
      }
    }
    return base;
  }

  /** Returns the owned partition with this name, or null. */
  public @Nullable OwnedPartition partition(String name) {
    return partitions.stream()
        .filter(partition -> partition.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
