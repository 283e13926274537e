package io.gnomon.bridge.slurm.client;

/**
 * What a job holds on one node, by {@code job_resources} of {@code squeue --json}.
 *
 * @param name name of the node
 * @param cores its allocated cores
 * @param cpus its allocated CPUs, or {@link JobRecord#NONE} where they are not printed (before
 *     24.05)
 * @param memoryMegabytes its allocated memory, or {@link JobRecord#NONE}
 */
public record AllocatedNode(String name, int cores, long cpus, long memoryMegabytes) {}
