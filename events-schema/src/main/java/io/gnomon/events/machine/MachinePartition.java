package io.gnomon.events.machine;

import io.gnomon.events.EventData;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.slurm.value.HostList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of nodes with limits of its own, to which jobs are submitted. Partitions can overlap.
 *
 * @param name its name
 * @param nodes its nodes
 * @param maxTimeSeconds the maximum time of a job, or {@link EventData#NONE} if unlimited
 * @param defaultTimeSeconds the time of a job that requests none, or {@link EventData#NONE}
 * @param maxNodes the maximum number of nodes of a job, or {@link EventData#NONE} if unlimited
 * @param minNodes the minimum number of nodes of a job, or {@link EventData#NONE}
 * @param tier jobs of a higher tier are considered first; {@link EventData#NONE} for 1
 * @param sharing whether its jobs share nodes
 * @param defaultMemoryPerCpuMb the memory in MiB for each CPU of a job that requests none, or
 *     {@link EventData#NONE}
 * @param defaultMemoryPerNodeMb the memory in MiB on each node of a job that requests none, or
 *     {@link EventData#NONE}; not with {@code defaultMemoryPerCpuMb}
 * @param qos the QOS whose limits apply to the whole partition, or null
 * @param allowedQos the QOS that jobs may have; empty for all
 * @param allowedAccounts the accounts that jobs may have; empty for all
 * @param restricted whether other rules, such as groups of users, exclude some jobs
 * @param isDefault whether jobs without a partition go there; {@code default} in JSON
 * @param state which jobs it accepts
 * @param preemptMode how its running jobs are preempted
 * @param graceSeconds how long a job that is cancelled or requeued goes on at most, in seconds, or
 *     {@link EventData#NONE}
 */
public record MachinePartition(
    String name,
    HostList nodes,
    int maxTimeSeconds,
    int defaultTimeSeconds,
    int maxNodes,
    int minNodes,
    int tier,
    NodeSharing sharing,
    long defaultMemoryPerCpuMb,
    long defaultMemoryPerNodeMb,
    @Nullable String qos,
    List<String> allowedQos,
    List<String> allowedAccounts,
    boolean restricted,
    boolean isDefault,
    PartitionState state,
    PreemptMode preemptMode,
    int graceSeconds) {
  /** Copies lists that are not immutable. */
  public MachinePartition {
    allowedQos = List.copyOf(allowedQos);
    allowedAccounts = List.copyOf(allowedAccounts);
  }

  /** Creates a partition that is up, without limits. */
  public MachinePartition(String name, HostList nodes) {
    this(
        name,
        nodes,
        EventData.NONE,
        EventData.NONE,
        EventData.NONE,
        EventData.NONE,
        EventData.NONE,
        NodeSharing.CORES,
        EventData.NONE,
        EventData.NONE,
        null,
        List.of(),
        List.of(),
        false,
        false,
        PartitionState.UP,
        PreemptMode.CLUSTER,
        EventData.NONE);
  }
}
