package io.gnomon.bridge.slurm.client;

import java.util.List;
import java.util.Optional;

/**
 * The state of a Slurm cluster at one instant.
 *
 * @param at epoch second just before the state was read
 * @param jobs every job that slurmctld knows, including ended jobs
 * @param nodes every node
 * @param partitions every partition
 * @param reservations every present and future reservation
 */
public record SlurmState(
    long at,
    List<JobRecord> jobs,
    List<NodeRecord> nodes,
    List<PartitionRecord> partitions,
    List<ReservationRecord> reservations) {
  /** Lists are copied if they are mutable. */
  public SlurmState {
    jobs = List.copyOf(jobs);
    nodes = List.copyOf(nodes);
    partitions = List.copyOf(partitions);
    reservations = List.copyOf(reservations);
  }

  /** A state without reservations. */
  public SlurmState(
      long at, List<JobRecord> jobs, List<NodeRecord> nodes, List<PartitionRecord> partitions) {
    this(at, jobs, nodes, partitions, List.of());
  }

  /** Returns the partition with this name. */
  public Optional<PartitionRecord> partition(String name) {
    return PartitionRecord.find(partitions, name);
  }
}
