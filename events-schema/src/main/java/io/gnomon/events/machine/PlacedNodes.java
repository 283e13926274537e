package io.gnomon.events.machine;

import io.gnomon.events.EventData;
import io.gnomon.slurm.value.HostList;
import java.util.Map;

/**
 * What a job holds on each of some nodes.
 *
 * @param nodes the nodes
 * @param cpus the CPUs on each of them
 * @param memoryMb the memory in MiB on each of them, or {@link EventData#NONE} where unknown
 * @param gpus the GPUs on each of them by type
 */
public record PlacedNodes(HostList nodes, int cpus, long memoryMb, Map<String, Integer> gpus) {
  /** Copies maps that are not immutable. */
  public PlacedNodes {
    gpus = SortedCounts.of(gpus);
  }

  /** Creates nodes on which a job holds CPUs, and memory where known. */
  public PlacedNodes(HostList nodes, int cpus, long memoryMb) {
    this(nodes, cpus, memoryMb, Map.of());
  }
}
