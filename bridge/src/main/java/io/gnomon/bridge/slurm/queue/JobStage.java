package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.JobRecord;
import java.util.Set;

/** The stage of a Slurm job in its life cycle, derived from its states. */
enum JobStage {
  /** It has no processors. */
  PENDING,
  /** It has processors. */
  RUNNING,
  /** It is suspended; other jobs may use its processors. */
  SUSPENDED,
  /** It has ended. */
  ENDED,
  /** Its states are not known to this bridge. */
  UNKNOWN;

  /** The expected end of a requeued job is further ahead than this: half of the least limit. */
  private static final long MIN_AHEAD_SECONDS = 30;

  private static final Set<String> ENDED_STATES =
      Set.of(
          "COMPLETED",
          "CANCELLED",
          "FAILED",
          "TIMEOUT",
          "NODE_FAIL",
          "PREEMPTED",
          "BOOT_FAIL",
          "DEADLINE",
          "OUT_OF_MEMORY",
          "LAUNCH_FAILED",
          "RECONFIG_FAIL",
          "REVOKED",
          "STAGE_OUT");
  private static final Set<String> PENDING_STATES =
      Set.of("PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD");
  private static final Set<String> RUNNING_STATES =
      Set.of("RUNNING", "CONFIGURING", "POWER_UP_NODE", "RESIZING", "SIGNALING", "STOPPED");

  /**
   * Returns the stage of a job. Before 23.02 a job that is only COMPLETING was requeued if its end
   * is in the future or it has no start; otherwise it has ended.
   *
   * @param at epoch second at which the job was read
   */
  static JobStage of(JobRecord job, long at) {
    if (job.states().stream().anyMatch(ENDED_STATES::contains)) {
      return ENDED;
    }
    if (job.states().stream().anyMatch(PENDING_STATES::contains)) {
      return PENDING;
    }
    if (job.is("SUSPENDED")) {
      return SUSPENDED;
    }
    if (job.states().stream().anyMatch(RUNNING_STATES::contains)) {
      return RUNNING;
    }
    if (job.is("COMPLETING")) {
      boolean over = job.start() > 0 && job.end() > 0 && job.end() <= at + MIN_AHEAD_SECONDS;
      return over ? ENDED : PENDING;
    }
    return UNKNOWN;
  }
}
