package io.gnomon.bridge.slurm.client;

import java.util.List;
import java.util.Set;

/**
 * One record of {@code squeue --json}, with the fields that the bridge uses. Names and meanings are
 * Slurm's. Times are epoch seconds, or 0 if unset.
 *
 * @param id {@code job_id}
 * @param arrayJob {@code array_job_id}, 0 for a job that belongs to no array
 * @param arrayTask {@code array_task_id}, or {@link #NONE}
 * @param arrayTasks {@code array_task_string}: the tasks that have no record of their own yet
 * @param arrayLimit {@code array_max_tasks}: how many tasks may run at once, 0 for any number
 * @param hetJob {@code het_job_id}: id of the leading component, 0 for a job that is no component
 * @param states base state and flags, such as {@code RUNNING} and {@code CONFIGURING}; before 23.02
 *     a single word
 * @param reason {@code state_reason}: why a pending job waits
 * @param processors {@code cpus}: allocated, or the minimum of a pending job
 * @param nodes {@code node_count}
 * @param hosts {@code nodes}: the allocated nodes, also of an ended job; or empty
 * @param limitMinutes {@code time_limit}, {@link #NONE} or {@link #UNLIMITED}
 * @param submit when the job was submitted or requeued
 * @param start when the job started; the expected start of a pending job
 * @param end when the job ended; the expected end of an active job
 * @param suspend when the job was last suspended or resumed
 * @param ranBefore {@code pre_sus_time}: run time before {@code suspend}, in seconds
 * @param restarts {@code restart_cnt}
 * @param exitStatus status in the form of {@code wait(2)}; not 0 if the job failed
 * @param signal the signal that ended the job, or 0
 * @param priority the priority; 0 for a held job
 * @param partition the partition, or several separated by commas
 * @param reservation the reservation, or empty
 * @param wholeNodes whether the job requested exclusive nodes
 * @param user name of the user
 * @param account name of the account, or empty
 * @param name name of the job
 * @param memoryMegabytes {@code memory_per_node}, or {@link #NONE}
 * @param memoryMegabytesPerCpu {@code memory_per_cpu}, or {@link #NONE}
 * @param request {@code tres_req_str}, such as {@code cpu=4,mem=8G,gres/gpu=1}
 * @param nice the nice value, which Slurm subtracts from the priority
 * @param eligible {@code eligible_time}: of a pending job, when its begin time is, or 0
 * @param dependency {@code dependency}, such as {@code afterok:306(unfulfilled)}, or empty
 * @param demand the requested nodes, tasks and GPUs
 * @param allocation {@code tres_alloc_str}: the sum of what the job holds or held, or empty
 * @param allocated {@code job_resources}: what an active job holds on each node, in the order of
 *     {@code hosts}; empty if it is not printed
 * @param gpuDetails {@code gres_detail}: the GPUs on each of these nodes, such as {@code
 *     gpu:a100:2(IDX:0-1)}
 */
public record JobRecord(
    long id,
    long arrayJob,
    long arrayTask,
    String arrayTasks,
    long arrayLimit,
    long hetJob,
    Set<String> states,
    String reason,
    long processors,
    long nodes,
    String hosts,
    long limitMinutes,
    long submit,
    long start,
    long end,
    long suspend,
    long ranBefore,
    long restarts,
    long exitStatus,
    long signal,
    long priority,
    String partition,
    String reservation,
    boolean wholeNodes,
    String user,
    String account,
    String name,
    long memoryMegabytes,
    long memoryMegabytesPerCpu,
    String request,
    long nice,
    long eligible,
    String dependency,
    JobDemand demand,
    String allocation,
    List<AllocatedNode> allocated,
    List<String> gpuDetails) {
  /** The value of a number that is not set. */
  public static final long NONE = -1;

  /** The value of a number that Slurm prints as infinite. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Collections are copied if they are mutable. */
  public JobRecord {
    states = Set.copyOf(states);
    allocated = List.copyOf(allocated);
    gpuDetails = List.copyOf(gpuDetails);
  }

  /** Returns whether the base state or a flag is {@code state}. */
  public boolean is(String state) {
    return states.contains(state);
  }

  /**
   * Returns the id that {@code scontrol update JobId=} accepts for this job, or for the tasks of an
   * array that this record stands for.
   */
  public String scontrolId() {
    if (arrayJob == 0) {
      return Long.toString(id);
    }
    return arrayTask >= 0
        ? arrayJob + "_" + arrayTask
        : arrayJob + "_[" + arrayTasks.replaceFirst("%.*$", "") + "]";
  }

  /**
   * Returns the id of the job, or of the first of the tasks that this record stands for, as {@code
   * squeue --jobs=} accepts it. By the id of an array, squeue shows one line for tasks that are
   * held and tasks that are not.
   */
  public String squeueId() {
    return scontrolId().replaceFirst("\\[(\\d*).*", "$1");
  }
}
