package io.gnomon.bridge.slurm.partition;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the file that slurm.conf includes, with the settings and partitions that Gnomon owns. If a
 * setting occurs twice in slurm.conf, Slurm uses the last one.
 *
 * <p>The file is needed because slurmctld loses partitions that were created at run time when it
 * restarts, and kills the jobs in them.
 */
public final class IncludeFile {
  private static final String HEADER =
      "# Written by Gnomon's bridge, which overwrites it with every change.\n";

  private IncludeFile() {}

  /**
   * Returns the content of the file.
   *
   * @param settings settings of slurm.conf, by name
   * @param partitions attributes of the partitions in use, by name of the partition
   * @param draining partitions no longer in use that still have jobs; they are closed to new jobs
   */
  public static String content(
      Map<String, String> settings,
      Map<String, String> partitions,
      List<PartitionRecord> draining) {
    StringBuilder content = new StringBuilder(HEADER);
    new TreeMap<>(settings)
        .forEach((key, value) -> content.append(key).append('=').append(value).append('\n'));
    new TreeMap<>(partitions)
        .forEach(
            (name, attributes) ->
                content.append("PartitionName=%s %s%n".formatted(name, attributes)));
    for (PartitionRecord partition : draining) {
      content.append(
          "PartitionName=%s Nodes=%s MaxTime=%s State=DRAIN%n"
              .formatted(partition.name(), partition.get("Nodes"), partition.get("MaxTime")));
    }
    return content.toString();
  }
}
