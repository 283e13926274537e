package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.read.JobRecord;
import io.gnomon.bridge.slurm.read.PartitionRecord;
import io.gnomon.bridge.slurm.read.SlurmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which partitions a configuration needs beside the one whose jobs they divide, and where jobs go.
 *
 * <p>The shortest queue has every node, each longer one leaves the share of those before it alone:
 * of k queues the q-th from 0 has the last (k − q)/k of the nodes. So short jobs borrow from long
 * ones, which get their processors back soon, and long jobs never hold what short ones are owed.
 *
 * @param base the partition whose jobs are divided; it stays as it is and takes what fits nowhere
 * @param baseIsDefault whether jobs that name no partition are its own
 * @param queues the partitions that Gnomon owns, from short to long
 */
record Layout(String base, boolean baseIsDefault, List<Queue> queues) {
  /** What of the base partition its parts have as well, unless it is what Slurm gives by itself. */
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

  Layout {
    queues = List.copyOf(queues);
  }

  /**
   * A partition that Gnomon owns.
   *
   * @param name of the partition
   * @param upToMinutes the longest limit that is sent here
   * @param nodes how many it has
   * @param processors that these have
   * @param attributes as Slurm will print them
   */
  record Queue(
      String name, long upToMinutes, int nodes, long processors, Map<String, String> attributes) {
    Queue {
      attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }
  }

  /** Turns names of nodes into Slurm's short form. */
  interface Hostlists {
    String shortForm(List<String> nodes) throws SlurmException;
  }

  /** No parts: all jobs in the base partition. */
  static Layout undivided(PartitionRecord base) {
    return new Layout(base.name(), base.isDefault(), List.of());
  }

  /** The parts of {@code base} for some ranges of limits; one range needs none. */
  static Layout of(
      PartitionRecord base,
      QueueRanges ranges,
      String prefix,
      List<String> nodes,
      Hostlists hostlists)
      throws SlurmException {
    if (ranges.size() == 1) {
      return undivided(base);
    }
    List<Queue> queues = new ArrayList<>();
    int k = ranges.size();
    for (int q = 0; q < k; q++) {
      if (ranges.isEmpty(q)) {
        continue;
      }
      int count = Math.max(1, (nodes.size() * (k - q) + k - 1) / k);
      List<String> own = nodes.subList(nodes.size() - count, nodes.size());
      long upTo = Math.min(ranges.upToMinutes().get(q), base.maxMinutes());
      Map<String, String> attributes = new LinkedHashMap<>();
      attributes.put("Nodes", hostlists.shortForm(own));
      attributes.put("MaxTime", q == k - 1 ? base.get("MaxTime") : time(upTo));
      attributes.put("State", "UP");
      INHERITED.forEach(
          (key, normal) -> {
            String value = base.get(key);
            if (!value.isEmpty() && !value.equals(normal)) {
              attributes.put(key, value);
            }
          });
      queues.add(
          new Queue(
              prefix + (q + 1), upTo, count, (long) count * base.processorsPerNode(), attributes));
    }
    return new Layout(base.name(), base.isDefault(), queues);
  }

  /** Minutes as Slurm prints them. */
  static String time(long minutes) {
    if (minutes == JobRecord.UNLIMITED) {
      return "UNLIMITED";
    }
    String clock = "%02d:%02d:00".formatted(minutes / 60 % 24, minutes % 60);
    return minutes < 24 * 60 ? clock : minutes / (24 * 60) + "-" + clock;
  }

  /** Where a pending job belongs: the first queue that takes its limit, if it fits there. */
  String partitionFor(JobRecord job) {
    long limit = job.limitMinutes();
    if (limit <= 0 || limit == JobRecord.UNLIMITED) {
      return base;
    }
    for (Queue queue : queues) {
      if (limit <= queue.upToMinutes()) {
        boolean fits = job.nodes() <= queue.nodes() && job.processors() <= queue.processors();
        return fits ? queue.name() : base;
      }
    }
    return base;
  }

  /** The queue of that name, or null. */
  @Nullable Queue queue(String name) {
    return queues.stream().filter(queue -> queue.name().equals(name)).findFirst().orElse(null);
  }
}
