package io.gnomon.sim.machine.placement;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a job holds, with what it holds on each. Immutable, safe to share.
 *
 * <p>Columns have one entry per node; GPUs have one per node and type of the machine.
 */
public final class Placement {
  private final int partition;
  private final int[] nodes;
  private final int[] cpus;
  private final int[] memory;
  private final int[] gpus;
  private final int types;
  private final int totalCpus;

  /**
   * Creates a placement; the arrays are not copied and must not be modified.
   *
   * @param partition number of the partition in which the job runs
   * @param nodes different nodes, at least one
   * @param cpus CPUs on each
   * @param memory MiB on each
   * @param gpus GPUs on each, by type within a node; empty if the job holds none
   */
  public Placement(int partition, int[] nodes, int[] cpus, int[] memory, int[] gpus) {
    this.partition = partition;
    this.nodes = nodes;
    this.cpus = cpus;
    this.memory = memory;
    this.gpus = gpus;
    this.types = gpus.length / nodes.length;
    this.totalCpus = Arrays.stream(cpus).sum();
  }

  /** The partition in which the job runs. */
  public int partition() {
    return partition;
  }

  /** Number of nodes. */
  public int size() {
    return nodes.length;
  }

  /** The {@code i}-th node. */
  public int node(int i) {
    return nodes[i];
  }

  /** CPUs held on the {@code i}-th node. */
  public int cpus(int i) {
    return cpus[i];
  }

  /** MiB held on the {@code i}-th node. */
  public int memory(int i) {
    return memory[i];
  }

  /** GPUs of a type held on the {@code i}-th node. */
  public int gpus(int i, int type) {
    return types == 0 ? 0 : gpus[i * types + type];
  }

  /** GPUs of all types held on the {@code i}-th node. */
  public int gpus(int i) {
    int sum = 0;
    for (int type = 0; type < types; type++) {
      sum += gpus[i * types + type];
    }
    return sum;
  }

  /** The number of GPU types for which it has entries, 0 if it holds no GPUs. */
  int gpuTypes() {
    return types;
  }

  /** Whether it holds GPUs. */
  public boolean hasGpus() {
    return types > 0;
  }

  /** CPUs held on all nodes. */
  public int totalCpus() {
    return totalCpus;
  }

  /** MiB held on all nodes. */
  public long totalMemory() {
    return Arrays.stream(memory).asLongStream().sum();
  }

  /** GPUs held on all nodes. */
  public int totalGpus() {
    return Arrays.stream(gpus).sum();
  }

  /** The same on other nodes of the same classes; the array is not copied. */
  public Placement on(int[] others) {
    return new Placement(partition, others, cpus, memory, gpus);
  }

  /** The same resources on other nodes, as when a machine is declared again. */
  public Placement on(int otherPartition, int[] otherNodes) {
    return new Placement(otherPartition, otherNodes, cpus, memory, gpus);
  }

  /** A copy of the numbers of the nodes. */
  public int[] nodes() {
    return nodes.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Placement that
        && partition == that.partition
        && Arrays.equals(nodes, that.nodes)
        && Arrays.equals(cpus, that.cpus)
        && Arrays.equals(memory, that.memory)
        && Arrays.equals(gpus, that.gpus);
  }

  @Override
  public int hashCode() {
    int hash = 31 * partition + Arrays.hashCode(nodes);
    hash = 31 * hash + Arrays.hashCode(cpus);
    hash = 31 * hash + Arrays.hashCode(memory);
    return 31 * hash + Arrays.hashCode(gpus);
  }

  @Override
  public String toString() {
    return "nodes " + Arrays.toString(nodes) + ", CPUs " + Arrays.toString(cpus);
  }
}
