package io.gnomon.sim.priority;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.util.Collection;
import java.util.HashMap;
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

    /** A partition of a machine with the amounts of all its nodes. */
    public static PartitionBasis of(Machine machine, String name, long jobFactor) {
      Map<String, Double> tres = new HashMap<>();
      for (int node : machine.nodesOf(machine.partition(name))) {
        NodeClass nodeClass = machine.nodeClass(node);
        tres.merge("cpu", (double) nodeClass.cpus(), Double::sum);
        tres.merge("mem", (double) nodeClass.memory(), Double::sum);
        tres.merge("node", 1.0, Double::sum);
        tres.merge("gres/gpu", (double) nodeClass.gpuCount(), Double::sum);
      }
      return new PartitionBasis(jobFactor, tres);
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

  /** The amounts of a machine, and the greatest priority of its associations. */
  public static PriorityBasis of(
      Machine machine,
      Map<String, PartitionBasis> partitions,
      Collection<Qos> qos,
      AssociationTree tree) {
    Map<String, Long> priorities = new HashMap<>();
    qos.forEach(one -> priorities.put(one.name(), one.priority()));
    long greatest = tree.all().stream().mapToLong(Association::priority).max().orElse(0);
    return new PriorityBasis(machine.nodes(), machine.cpus(), partitions, priorities, greatest);
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
