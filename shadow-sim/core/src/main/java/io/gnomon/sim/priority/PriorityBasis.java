package io.gnomon.sim.priority;

import java.util.Map;

/**
 * The amounts of a cluster to which the factors of jobs are relative.
 *
 * @param nodes nodes of the cluster, at least 1
 * @param cpus CPUs of the cluster, at least 1
 * @param partitions by name
 * @param qosPriorities {@code Priority} of each QOS by name
 * @param greatestAssociationPriority the greatest {@code Priority} of an association
 */
public record PriorityBasis(
    int nodes,
    int cpus,
    Map<String, PartitionBasis> partitions,
    Map<String, Long> qosPriorities,
    long greatestAssociationPriority) {
  /**
   * A partition.
   *
   * @param jobFactor {@code PriorityJobFactor}, at least 0
   * @param tres amounts of the partition by TRES
   */
  public record PartitionBasis(long jobFactor, Map<String, Double> tres) {
    /** Copies the map. */
    public PartitionBasis {
      tres = Map.copyOf(tres);
    }
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException for a cluster without nodes or CPUs
   */
  public PriorityBasis {
    if (nodes < 1 || cpus < 1) {
      throw new IllegalArgumentException(
          "the cluster has %d nodes and %d CPUs; it must have at least 1 of each"
              .formatted(nodes, cpus));
    }
    partitions = Map.copyOf(partitions);
    qosPriorities = Map.copyOf(qosPriorities);
  }

  /** The greatest job factor of a partition. */
  public long greatestJobFactor() {
    return partitions.values().stream().mapToLong(PartitionBasis::jobFactor).max().orElse(0);
  }

  /** The greatest priority of a QOS. */
  public long greatestQosPriority() {
    return qosPriorities.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }
}
