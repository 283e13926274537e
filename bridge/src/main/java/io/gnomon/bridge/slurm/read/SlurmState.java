package io.gnomon.bridge.slurm.read;

import java.util.List;
import java.util.Optional;

/**
 * All of a Slurm at one instant.
 *
 * @param at epoch second just before it was asked
 * @param jobs every job that slurmctld remembers, ended ones too
 * @param nodes every node
 * @param partitions every partition
 */
public record SlurmState(
    long at, List<JobRecord> jobs, List<NodeRecord> nodes, List<PartitionRecord> partitions) {
  /** Lists are copied when they are not immutable. */
  public SlurmState {
    jobs = List.copyOf(jobs);
    nodes = List.copyOf(nodes);
    partitions = List.copyOf(partitions);
  }

  /** The partition of that name. */
  public Optional<PartitionRecord> partition(String name) {
    return partitions.stream().filter(partition -> partition.name().equals(name)).findFirst();
  }
}
