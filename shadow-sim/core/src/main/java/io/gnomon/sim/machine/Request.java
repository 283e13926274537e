package io.gnomon.sim.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a job requests of a machine.
 *
 * @param minNodes fewest nodes, at least 1
 * @param maxNodes most nodes, {@link Partition#UNLIMITED} for any number
 * @param tasks processes, at least {@code minNodes}
 * @param tasksPerNode most tasks on a node, {@link Partition#UNLIMITED} for any number
 * @param cpusPerTask at least 1
 * @param memoryPerNode MiB on each node, 0 if not requested
 * @param memoryPerCpu MiB for each CPU, 0 if not requested
 * @param gpusPerNode GPUs on each node by type; {@link #ANY_GPU} stands for any type
 * @param gpusPerJob GPUs in all by type
 * @param features condition on each node
 * @param partitions names of the partitions in which it may run; empty for the default partition
 * @param exclusive whether it needs whole nodes
 * @param licenses licences of the cluster by name
 * @param reservation name of the reservation in which it runs; empty for none
 */
public record Request(
    int minNodes,
    int maxNodes,
    int tasks,
    int tasksPerNode,
    int cpusPerTask,
    int memoryPerNode,
    int memoryPerCpu,
    Map<String, Integer> gpusPerNode,
    Map<String, Integer> gpusPerJob,
    Features features,
    List<String> partitions,
    boolean exclusive,
    Map<String, Integer> licenses,
    String reservation) {
  /** The GPU type that stands for any type. */
  public static final String ANY_GPU = "any";

  /** Checks the numbers; a job has at least one task on each node. */
  public Request {
    if (minNodes < 1 || maxNodes < minNodes || tasks < 1 || tasksPerNode < 1 || cpusPerTask < 1) {
      throw new InvalidMachineException(
          "a job requests %d to %d nodes, %d tasks, at most %d per node, with %d CPUs each; allowed are values of at least 1, in order"
              .formatted(minNodes, maxNodes, tasks, tasksPerNode, cpusPerTask));
    }
    if (memoryPerNode < 0 || memoryPerCpu < 0) {
      throw new InvalidMachineException(
          "a job requests %d MiB per node and %d MiB per CPU; allowed is 0 or more"
              .formatted(memoryPerNode, memoryPerCpu));
    }
    tasks = Math.max(tasks, minNodes);
    if ((long) tasks * cpusPerTask > 1 << 30) {
      throw new InvalidMachineException(
          "a job requests %d tasks with %d CPUs each; allowed are 2^30 CPUs"
              .formatted(tasks, cpusPerTask));
    }
    requireCounts(gpusPerNode);
    requireCounts(gpusPerJob);
    gpusPerNode = Map.copyOf(gpusPerNode);
    gpusPerJob = Map.copyOf(gpusPerJob);
    partitions = List.copyOf(partitions);
    licenses = Map.copyOf(licenses);
  }

  private static void requireCounts(Map<String, Integer> gpus) {
    gpus.forEach(
        (type, count) -> {
          if (count < 1) {
            throw new InvalidMachineException(
                "a job requests %d GPUs of type '%s'; allowed is 1 or more".formatted(count, type));
          }
        });
  }

  /** A request for {@code tasks} CPUs on any nodes. */
  public static Request ofCpus(int tasks) {
    return new Builder().tasks(tasks).build();
  }

  /** A number that is equal for equal requests, on every JVM. */
  public long fingerprint() {
    String text =
        String.join(
            ";",
            List.of(
                minNodes + "-" + maxNodes,
                tasks + "/" + tasksPerNode + "*" + cpusPerTask,
                memoryPerNode + "," + memoryPerCpu,
                new TreeMap<>(gpusPerNode).toString(),
                new TreeMap<>(gpusPerJob).toString(),
                features.toString(),
                String.join(",", partitions),
                Boolean.toString(exclusive)));
    if (!licenses.isEmpty()) {
      text += ";" + new TreeMap<>(licenses);
    }
    if (!reservation.isEmpty()) {
      text += ";" + reservation;
    }
    long hash = 0;
    for (int i = 0; i < text.length(); i++) {
      hash = hash * 0x100000001b3L + text.charAt(i);
    }
    return hash;
  }

  /** A builder with the parts of this request. */
  public Builder toBuilder() {
    return new Builder()
        .nodes(minNodes, maxNodes)
        .tasks(tasks)
        .tasksPerNode(tasksPerNode)
        .cpusPerTask(cpusPerTask)
        .memoryPerNode(memoryPerNode)
        .memoryPerCpu(memoryPerCpu)
        .gpusPerNode(gpusPerNode)
        .gpusPerJob(gpusPerJob)
        .features(features)
        .partitions(partitions)
        .exclusive(exclusive)
        .licenses(licenses)
        .reservation(reservation);
  }

  /** CPUs of all tasks. */
  public int cpus() {
    return tasks * cpusPerTask;
  }

  /** Collects the parts of a request. Not thread-safe. */
  public static final class Builder {
    private int minNodes = 1;
    private int maxNodes = Partition.UNLIMITED;
    private int tasks = 1;
    private int tasksPerNode = Partition.UNLIMITED;
    private int cpusPerTask = 1;
    private int memoryPerNode;
    private int memoryPerCpu;
    private Map<String, Integer> gpusPerNode = Map.of();
    private Map<String, Integer> gpusPerJob = Map.of();
    private Features features = Features.ANY;
    private List<String> partitions = new ArrayList<>();
    private boolean exclusive;
    private Map<String, Integer> licenses = Map.of();
    private String reservation = "";

    /** Sets the smallest and largest number of nodes. */
    public Builder nodes(int least, int most) {
      minNodes = least;
      maxNodes = most;
      return this;
    }

    /** Sets the number of tasks. */
    public Builder tasks(int count) {
      tasks = count;
      return this;
    }

    /** Sets the largest number of tasks on a node. */
    public Builder tasksPerNode(int count) {
      tasksPerNode = count;
      return this;
    }

    /** Sets the CPUs of each task. */
    public Builder cpusPerTask(int count) {
      cpusPerTask = count;
      return this;
    }

    /** Sets the memory on each node, in MiB. */
    public Builder memoryPerNode(int mib) {
      memoryPerNode = mib;
      return this;
    }

    /** Sets the memory for each CPU, in MiB. */
    public Builder memoryPerCpu(int mib) {
      memoryPerCpu = mib;
      return this;
    }

    /** Sets the GPUs on each node. */
    public Builder gpusPerNode(Map<String, Integer> byType) {
      gpusPerNode = byType;
      return this;
    }

    /** Sets the GPUs of the whole job. */
    public Builder gpusPerJob(Map<String, Integer> byType) {
      gpusPerJob = byType;
      return this;
    }

    /** Sets the condition on nodes. */
    public Builder features(Features condition) {
      features = condition;
      return this;
    }

    /** Sets the partitions in which the job may run. */
    public Builder partitions(List<String> names) {
      partitions = names;
      return this;
    }

    /** Sets whether the job needs whole nodes. */
    public Builder exclusive(boolean wanted) {
      exclusive = wanted;
      return this;
    }

    /** Sets the licences of the cluster that the job holds while it runs. */
    public Builder licenses(Map<String, Integer> byName) {
      licenses = byName;
      return this;
    }

    /** Sets the name of the reservation in which the job runs; empty for none. */
    public Builder reservation(String name) {
      reservation = name;
      return this;
    }

    /**
     * Returns the request.
     *
     * @throws InvalidMachineException if a number is not allowed
     */
    public Request build() {
      return new Request(
          minNodes,
          maxNodes,
          tasks,
          tasksPerNode,
          cpusPerTask,
          memoryPerNode,
          memoryPerCpu,
          gpusPerNode,
          gpusPerJob,
          features,
          partitions,
          exclusive,
          licenses,
          reservation);
    }
  }
}
