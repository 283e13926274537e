package io.gnomon.bridge.slurm.read;

import java.util.Set;

/**
 * One record of {@code squeue --json}, as far as it is used; names and meanings are Slurm's. Times
 * are epoch seconds, 0 where there is none.
 *
 * @param id {@code job_id}
 * @param arrayJob {@code array_job_id}, 0 for a job that is no array's
 * @param arrayTask {@code array_task_id}, or {@link #NONE}
 * @param arrayTasks {@code array_task_string}: the tasks that have no record of their own yet
 * @param arrayLimit {@code array_max_tasks}: how many tasks may run at once, 0 for any number
 * @param hetJob {@code het_job_id} of its leader, 0 for a job that is no component
 * @param states base state and flags, such as {@code RUNNING} and {@code CONFIGURING}; before 23.02
 *     one word stands for both
 * @param reason {@code state_reason}: why it waits
 * @param processors {@code cpus}: held, or the least it needs
 * @param nodes {@code node_count}
 * @param hosts {@code nodes}: those that it holds or held, or empty
 * @param limitMinutes {@code time_limit}, {@link #NONE} where it has none, {@link #UNLIMITED}
 * @param submit when it was submitted or requeued
 * @param start when it started; of a pending job when it is expected to
 * @param end when it ended; of another job when it is expected to
 * @param suspend when it was last suspended or resumed
 * @param ranBefore {@code pre_sus_time}: seconds that it ran before {@code suspend}
 * @param restarts {@code restart_cnt}
 * @param exitStatus as {@code wait} has it; not 0 where it failed
 * @param signal by which it ended, 0 without
 * @param priority 0 for a held job
 * @param partition its partition, or several joined by commas
 * @param reservation its reservation, or empty
 * @param wholeNodes whether it asked for nodes of its own
 * @param user name
 * @param account name, or empty
 * @param name of the job
 * @param memoryMegabytes {@code memory_per_node}, or {@link #NONE}
 * @param memoryMegabytesPerCpu {@code memory_per_cpu}, or {@link #NONE}
 * @param request {@code tres_req_str}, such as {@code cpu=4,mem=8G,gres/gpu=1}
 * @param nice what is taken from its priority
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
    long nice) {
  /** A number that is not there. */
  public static final long NONE = -1;

  /** A number that Slurm calls infinite. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Sets are copied when they are not immutable. */
  public JobRecord {
    states = Set.copyOf(states);
  }

  /** Whether base state or flags have this word. */
  public boolean is(String state) {
    return states.contains(state);
  }
}
