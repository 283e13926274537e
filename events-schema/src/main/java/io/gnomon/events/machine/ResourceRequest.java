package io.gnomon.events.machine;

import io.gnomon.events.EventData;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a job requests of a machine. Absent components request nothing special; the defaults of its
 * partition apply. {@link #builder} creates one from the components that are known.
 *
 * @param nodes how many nodes, or null for as many as needed
 * @param tasks the number of tasks, or {@link EventData#NONE}
 * @param tasksPerNode the maximum number of tasks on a node, or {@link EventData#NONE}
 * @param cpusPerTask the CPUs of each task, or {@link EventData#NONE} for 1
 * @param cpusPerNode the minimum number of CPUs on each node, or {@link EventData#NONE}
 * @param memoryPerNodeMb the memory on each node in MiB, 0 for all memory of the node, or {@link
 *     EventData#NONE}
 * @param memoryPerCpuMb the memory for each CPU in MiB, or {@link EventData#NONE}; never with
 *     {@code memoryPerNodeMb}
 * @param gpusPerNode the GPUs on each node by type; the type {@code any} stands for every type
 * @param gpusPerJob the GPUs of the whole job by type; the type {@code any} stands for every type
 * @param features the features that its nodes must have, such as {@code IB&(V100|A100)}, or null
 * @param partitions the partitions that it can run in; empty for the default one
 * @param exclusive whether it needs whole nodes
 * @param account the account that its use counts for, or null
 * @param qos its quality of service, or null
 * @param beginTime the earliest start in epoch seconds, or {@link EventData#NONE}
 * @param dependency the jobs that it waits for in Slurm's form, such as {@code afterok:1234}, or
 *     null
 * @param array the job array that it belongs to, or null
 * @param nice points that its user takes off its priority
 * @param siteFactor points that the site adds to its priority
 * @param licenses how many licences it needs while it runs, by name
 * @param reservation the name of the reservation in which it runs, or null
 */
public record ResourceRequest(
    @Nullable NodeCount nodes,
    int tasks,
    int tasksPerNode,
    int cpusPerTask,
    int cpusPerNode,
    long memoryPerNodeMb,
    long memoryPerCpuMb,
    Map<String, Integer> gpusPerNode,
    Map<String, Integer> gpusPerJob,
    @Nullable String features,
    List<String> partitions,
    boolean exclusive,
    @Nullable String account,
    @Nullable String qos,
    long beginTime,
    @Nullable String dependency,
    @Nullable ArrayTask array,
    int nice,
    int siteFactor,
    Map<String, Integer> licenses,
    @Nullable String reservation) {
  /** The GPU type in a request that any type satisfies. */
  public static final String ANY_GPU = "any";

  /** Copies collections that are not immutable. */
  public ResourceRequest {
    gpusPerNode = SortedCounts.of(gpusPerNode);
    gpusPerJob = SortedCounts.of(gpusPerJob);
    partitions = List.copyOf(partitions);
    licenses = SortedCounts.of(licenses);
  }

  /** A builder with all components absent. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the components of a request; each is absent until it is set. Not thread-safe. */
  public static final class Builder {
    private @Nullable NodeCount nodes;
    private int tasks = EventData.NONE;
    private int tasksPerNode = EventData.NONE;
    private int cpusPerTask = EventData.NONE;
    private int cpusPerNode = EventData.NONE;
    private long memoryPerNodeMb = EventData.NONE;
    private long memoryPerCpuMb = EventData.NONE;
    private Map<String, Integer> gpusPerNode = Map.of();
    private Map<String, Integer> gpusPerJob = Map.of();
    private @Nullable String features;
    private List<String> partitions = List.of();
    private boolean exclusive;
    private @Nullable String account;
    private @Nullable String qos;
    private long beginTime = EventData.NONE;
    private @Nullable String dependency;
    private @Nullable ArrayTask array;
    private int nice;
    private int siteFactor;
    private Map<String, Integer> licenses = Map.of();
    private @Nullable String reservation;

    private Builder() {}

    /** Sets the number of nodes; {@link EventData#NONE} as {@code max} for no maximum. */
    public Builder nodes(int min, int max) {
      nodes = new NodeCount(min, max);
      return this;
    }

    /** Sets the number of tasks. */
    public Builder tasks(int count) {
      tasks = count;
      return this;
    }

    /** Sets the maximum number of tasks on a node. */
    public Builder tasksPerNode(int count) {
      tasksPerNode = count;
      return this;
    }

    /** Sets the CPUs of each task. */
    public Builder cpusPerTask(int count) {
      cpusPerTask = count;
      return this;
    }

    /** Sets the minimum number of CPUs on each node. */
    public Builder cpusPerNode(int count) {
      cpusPerNode = count;
      return this;
    }

    /** Sets the memory on each node in MiB. */
    public Builder memoryPerNodeMb(long mebibytes) {
      memoryPerNodeMb = mebibytes;
      return this;
    }

    /** Sets the memory for each CPU in MiB. */
    public Builder memoryPerCpuMb(long mebibytes) {
      memoryPerCpuMb = mebibytes;
      return this;
    }

    /** Sets the GPUs on each node by type. */
    public Builder gpusPerNode(Map<String, Integer> counts) {
      gpusPerNode = counts;
      return this;
    }

    /** Sets the GPUs of the whole job by type. */
    public Builder gpusPerJob(Map<String, Integer> counts) {
      gpusPerJob = counts;
      return this;
    }

    /** Sets the features that the nodes must have. */
    public Builder features(@Nullable String expression) {
      features = expression;
      return this;
    }

    /** Sets the partitions that the job can run in. */
    public Builder partitions(List<String> names) {
      partitions = names;
      return this;
    }

    /** Sets whether the job needs whole nodes. */
    public Builder exclusive(boolean wholeNodes) {
      exclusive = wholeNodes;
      return this;
    }

    /** Sets the account. */
    public Builder account(@Nullable String name) {
      account = name;
      return this;
    }

    /** Sets the quality of service. */
    public Builder qos(@Nullable String name) {
      qos = name;
      return this;
    }

    /** Sets the earliest start in epoch seconds. */
    public Builder beginTime(long second) {
      beginTime = second;
      return this;
    }

    /** Sets the jobs that the job waits for. */
    public Builder dependency(@Nullable String expression) {
      dependency = expression;
      return this;
    }

    /** Sets the job array that the job belongs to. */
    public Builder array(@Nullable ArrayTask task) {
      array = task;
      return this;
    }

    /** Sets the points that the user takes off the priority. */
    public Builder nice(int points) {
      nice = points;
      return this;
    }

    /** Sets the points that the site adds to the priority. */
    public Builder siteFactor(int points) {
      siteFactor = points;
      return this;
    }

    /** Sets the licences by name. */
    public Builder licenses(Map<String, Integer> counts) {
      licenses = counts;
      return this;
    }

    /** Sets the name of its reservation. */
    public Builder reservation(@Nullable String name) {
      reservation = name;
      return this;
    }

    /** Builds the request. */
    public ResourceRequest build() {
      return new ResourceRequest(
          nodes,
          tasks,
          tasksPerNode,
          cpusPerTask,
          cpusPerNode,
          memoryPerNodeMb,
          memoryPerCpuMb,
          gpusPerNode,
          gpusPerJob,
          features,
          partitions,
          exclusive,
          account,
          qos,
          beginTime,
          dependency,
          array,
          nice,
          siteFactor,
          licenses,
          reservation);
    }
  }
}
