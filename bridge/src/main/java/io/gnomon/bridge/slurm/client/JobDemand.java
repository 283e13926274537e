package io.gnomon.bridge.slurm.client;

/**
 * The fields of a {@link JobRecord} that describe the requested nodes, tasks and GPUs. Names and
 * meanings are Slurm's. Many jobs share one demand.
 *
 * @param maxNodes {@code max_nodes}, 0 for no maximum
 * @param tasks {@code tasks}, 0 if unknown
 * @param tasksPerNode {@code tasks_per_node}, 0 if it is not limited
 * @param cpusPerTask {@code cpus_per_task}, 0 if it is not printed
 * @param cpusPerNode {@code minimum_cpus_per_node}
 * @param features {@code features}, such as {@code ib&cpu}, or empty
 * @param qos {@code qos}, or empty
 * @param perJob {@code tres_per_job}, such as {@code gres:gpu:a100:2}, or empty
 * @param perNode {@code tres_per_node}
 * @param perTask {@code tres_per_task}
 * @param memoryPerTres {@code memory_per_tres}, such as {@code gres:gpu:1024}, or empty
 * @param licenses {@code licenses}, such as {@code matlab:2,ansys:1}, or empty
 */
public record JobDemand(
    long maxNodes,
    long tasks,
    long tasksPerNode,
    long cpusPerTask,
    long cpusPerNode,
    String features,
    String qos,
    String perJob,
    String perNode,
    String perTask,
    String memoryPerTres,
    String licenses) {
  /** An unknown demand. */
  public static final JobDemand UNKNOWN = new JobDemand(0, 0, 0, 0, 0, "", "", "", "", "", "", "");
}
