package io.gnomon.sim.workload.model;

import io.gnomon.sim.machine.NodeClass;

/** What the jobs that are generated for a node need it for. */
enum NodeKind {
  /** CPUs. */
  CPU,
  /** More memory than other nodes have. */
  MEMORY,
  /** GPUs. */
  GPU;

  private static final double LARGE = 2;

  /**
   * The kind of a node.
   *
   * @param leanest the smallest memory per CPU of the nodes without GPUs, in MiB
   */
  static NodeKind of(NodeClass node, double leanest) {
    if (node.gpuCount() > 0) {
      return GPU;
    }
    return leanest > 0 && memoryPerCpu(node) >= LARGE * leanest ? MEMORY : CPU;
  }

  /** The memory of a node in MiB, 0 if it is not known. */
  static int memory(NodeClass node) {
    return node.memory() == NodeClass.UNKNOWN_MEMORY ? 0 : node.memory();
  }

  static double memoryPerCpu(NodeClass node) {
    return (double) memory(node) / node.cpus();
  }
}
