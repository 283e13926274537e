package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.read.PartitionRecord;
import java.util.List;
import java.util.TreeMap;

/**
 * Writes the file that slurm.conf includes, with the settings and the partitions that Gnomon owns.
 * A setting that stands twice has its last value. slurmctld forgets partitions that were made while
 * it ran when it is started again, and kills the jobs in them; with the file it knows them.
 */
final class IncludeFile {
  private static final String MARK =
      "# Written by Gnomon's bridge, which overwrites it with every change.\n";

  private IncludeFile() {}

  /**
   * The file's content.
   *
   * @param inForce with its settings, and its partitions with their attributes
   * @param leftOver those in which jobs still run; no new ones may come
   */
  static String of(InForce inForce, List<PartitionRecord> leftOver) {
    StringBuilder content = new StringBuilder(MARK);
    new TreeMap<>(inForce.settings())
        .forEach((key, value) -> content.append(key).append('=').append(value).append('\n'));
    new TreeMap<>(inForce.partitions())
        .forEach(
            (name, attributes) -> {
              content.append("PartitionName=").append(name);
              attributes.forEach(
                  (key, value) -> content.append(' ').append(key).append('=').append(value));
              content.append('\n');
            });
    for (PartitionRecord partition : leftOver) {
      content.append(
          "PartitionName=%s Nodes=%s MaxTime=%s State=DRAIN%n"
              .formatted(partition.name(), partition.get("Nodes"), partition.get("MaxTime")));
    }
    return content.toString();
  }
}
