package io.gnomon.events.machine;

import io.gnomon.events.EventData;
import io.gnomon.model.machine.NodeState;
import io.gnomon.slurm.value.HostList;
import java.util.List;
import java.util.Map;

/**
 * Nodes that are alike.
 *
 * @param names their names
 * @param cpus the CPUs of each node, at least 1
 * @param memoryMb the memory of each node in MiB, or {@link EventData#NONE} where unknown
 * @param gpus the GPUs of each node by type; empty without GPUs
 * @param features the features that requests can name
 * @param weight nodes with a lower weight are used first; {@link EventData#NONE} for 1
 * @param threadsPerCore the CPUs of each core, or {@link EventData#NONE} for 1
 * @param state whether jobs can use them
 */
public record NodeGroup(
    HostList names,
    int cpus,
    long memoryMb,
    Map<String, Integer> gpus,
    List<String> features,
    int weight,
    int threadsPerCore,
    NodeState state) {
  /** Copies collections that are not immutable. */
  public NodeGroup {
    gpus = SortedCounts.of(gpus);
    features = List.copyOf(features);
  }

  /** Creates nodes that are up and known by their CPUs only. */
  public NodeGroup(HostList names, int cpus) {
    this(
        names,
        cpus,
        EventData.NONE,
        Map.of(),
        List.of(),
        EventData.NONE,
        EventData.NONE,
        NodeState.UP);
  }
}
