package io.gnomon.sim.machine.placement;

import io.gnomon.sim.machine.NodeClass;

/**
 * What a waiting job lacks on the nodes that it may use.
 *
 * <p>On each of these nodes that takes jobs, the short resource is the one of which the largest
 * part of the job's need is missing; if equal parts of several are missing, GPUs come first, then
 * memory, then CPUs. A job on several nodes needs an equal part of its tasks on each. The job lacks
 * the resource that is short on most nodes; in a tie, the first in the order of these constants.
 */
public enum Shortage {
  /** GPUs. */
  GPUS,
  /** Memory. */
  MEMORY,
  /** CPUs. */
  CPUS,
  /**
   * Nodes: those for exclusive use are busy, those that it may use take no jobs, or too few of them
   * have enough of everything.
   */
  NODES,
  /** Nothing: what it needs is free, but other jobs come first or have reserved it. */
  NONE;

  /**
   * Returns what a job of {@code shape} lacks. O(nodes that it may use).
   *
   * @param placer rules of the cluster
   * @param free what is free now
   */
  public static Shortage of(Shape shape, FreeResources free, Placer placer) {
    if (placer.fits(shape, free)) {
      return NONE;
    }
    int[] counts = new int[values().length];
    for (Shape.Option option : shape.options) {
      Need need = new Need(shape, option);
      for (int node : option.nodes) {
        NodeClass kind = free.machine().nodeClass(node);
        if (free.isUsable(node) && need.metBy(kind)) {
          counts[need.lackOn(free, node).ordinal()]++;
        }
      }
    }
    Shortage most = NODES;
    for (Shortage shortage : values()) {
      if (shortage != NONE && counts[shortage.ordinal()] > counts[most.ordinal()]) {
        most = shortage;
      }
    }
    return most;
  }

  /** What a job needs on one node. */
  private static final class Need {
    private final boolean exclusive;
    private final int cpus;
    private final long memory;
    private final int[] gpus;
    private final int allGpus;

    Need(Shape shape, Shape.Option option) {
      exclusive = option.exclusive;
      int most = Math.min(option.maxNodes, Math.min(option.nodes.length, shape.tasks));
      int nodes = Math.max(option.minNodes, most);
      int tasks = Math.max(1, Math.min(shape.tasksPerNode, (shape.tasks + nodes - 1) / nodes));
      cpus = tasks * shape.cpusPerTask;
      memory = option.memoryPerNode > 0 ? option.memoryPerNode : (long) option.memoryPerCpu * cpus;
      gpus = shape.gpusPerNode.clone();
      int all = shape.anyGpusPerNode + (nodes == 1 ? shape.anyGpusPerJob : 0);
      for (int type = 0; type < gpus.length; type++) {
        gpus[type] += nodes == 1 ? shape.gpusPerJob[type] : 0;
        all += gpus[type];
      }
      allGpus = all;
    }

    /** Whether an idle node of that kind has it. */
    boolean metBy(NodeClass kind) {
      return kind.cpus() >= cpus && kind.memory() >= memory && kind.gpuCount() >= allGpus;
    }

    /** What is short on a node. */
    Shortage lackOn(FreeResources free, int node) {
      if (exclusive && free.jobs(node) > 0) {
        return NODES;
      }
      double missingGpus = missing(free.gpus(node), allGpus);
      for (int type = 0; type < gpus.length; type++) {
        missingGpus = Math.max(missingGpus, missing(free.gpus(node, type), gpus[type]));
      }
      double missingMemory =
          free.machine().selection().memory() ? missing(free.memory(node), memory) : 0;
      double missingCpus = missing(free.cpus(node), cpus);
      double most = Math.max(missingGpus, Math.max(missingMemory, missingCpus));
      if (most == 0) {
        return NODES;
      }
      if (missingGpus == most) {
        return GPUS;
      }
      return missingMemory == most ? MEMORY : CPUS;
    }

    /** The part of what is needed that is not free, 0 to 1. */
    private static double missing(int free, long needed) {
      return needed <= free ? 0 : (double) (needed - Math.max(0, free)) / needed;
    }
  }
}
