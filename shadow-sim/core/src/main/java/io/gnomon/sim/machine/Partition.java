package io.gnomon.sim.machine;

import java.util.List;

/**
 * A set of nodes with rules for the jobs that run there. Partitions may share nodes.
 *
 * @param nodes the names of its nodes
 * @param maxSeconds the longest estimate, at least 1; {@link #UNLIMITED} for none
 * @param defaultSeconds estimate of jobs that name none, {@link #UNLIMITED} if there is no default
 * @param minNodes fewest nodes of a job, at least 1
 * @param maxNodes most nodes of a job, {@link #UNLIMITED} for any number
 * @param tier jobs of a partition with a higher tier are considered first
 * @param exclusive whether each job has its nodes for itself
 * @param defaultMemoryPerCpu MiB per CPU of jobs that request no memory, 0 if they need none
 * @param defaultMemoryPerNode MiB on each node of jobs that request no memory, 0 if they need none
 *     or there is a default per CPU
 * @param isDefault whether jobs that name no partition go here
 * @param up whether jobs may start here
 * @param preemption how its running jobs are preempted
 */
public record Partition(
    String name,
    List<String> nodes,
    int maxSeconds,
    int defaultSeconds,
    int minNodes,
    int maxNodes,
    int tier,
    boolean exclusive,
    int defaultMemoryPerCpu,
    int defaultMemoryPerNode,
    boolean isDefault,
    boolean up,
    PreemptionRule preemption) {
  /** The value of a limit that is not set. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** Checks the limits. */
  public Partition {
    if (maxSeconds < 1
        || minNodes < 1
        || maxNodes < minNodes
        || defaultMemoryPerCpu < 0
        || defaultMemoryPerNode < 0
        || Math.min(defaultMemoryPerCpu, defaultMemoryPerNode) > 0) {
      throw new InvalidMachineException(
          ("partition '%s' has a time limit of %d s, %d to %d nodes per job, %d MiB per CPU and %d MiB per node;"
                  + " the limit must be at least 1 s, the nodes at least 1 and in order, and one of the amounts 0")
              .formatted(
                  name, maxSeconds, minNodes, maxNodes, defaultMemoryPerCpu, defaultMemoryPerNode));
    }
    nodes = NodeNames.copyOf(nodes);
  }

  /** A partition whose jobs are preempted as those of the cluster. */
  public Partition(
      String name,
      List<String> nodes,
      int maxSeconds,
      int defaultSeconds,
      int minNodes,
      int maxNodes,
      int tier,
      boolean exclusive,
      int defaultMemoryPerCpu,
      int defaultMemoryPerNode,
      boolean isDefault,
      boolean up) {
    this(
        name,
        nodes,
        maxSeconds,
        defaultSeconds,
        minNodes,
        maxNodes,
        tier,
        exclusive,
        defaultMemoryPerCpu,
        defaultMemoryPerNode,
        isDefault,
        up,
        PreemptionRule.DEFAULT);
  }

  /** A partition without a default of memory per node. */
  public Partition(
      String name,
      List<String> nodes,
      int maxSeconds,
      int defaultSeconds,
      int minNodes,
      int maxNodes,
      int tier,
      boolean exclusive,
      int defaultMemoryPerCpu,
      boolean isDefault,
      boolean up) {
    this(
        name,
        nodes,
        maxSeconds,
        defaultSeconds,
        minNodes,
        maxNodes,
        tier,
        exclusive,
        defaultMemoryPerCpu,
        0,
        isDefault,
        up);
  }

  /** A copy with other nodes. */
  public Partition withNodes(List<String> others) {
    return with(others, maxSeconds, defaultSeconds, exclusive);
  }

  /** A copy with other times, in seconds; {@link #UNLIMITED} for none. */
  public Partition withTimes(int byDefault, int longest) {
    return with(nodes, longest, byDefault, exclusive);
  }

  /** A copy in which jobs share nodes. */
  public Partition withSharedNodes() {
    return with(nodes, maxSeconds, defaultSeconds, false);
  }

  private Partition with(List<String> others, int longest, int byDefault, boolean alone) {
    return new Partition(
        name,
        others,
        longest,
        byDefault,
        minNodes,
        maxNodes,
        tier,
        alone,
        defaultMemoryPerCpu,
        defaultMemoryPerNode,
        isDefault,
        up,
        preemption);
  }

  /** A partition without limits, to which jobs go that name none. */
  public static Partition of(String name, List<String> nodes) {
    return new Partition(name, nodes, UNLIMITED, UNLIMITED, 1, UNLIMITED, 1, false, 0, true, true);
  }
}
