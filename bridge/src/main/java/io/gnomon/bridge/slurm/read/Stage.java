package io.gnomon.bridge.slurm.read;

import java.util.Set;

/** Where a Slurm job stands, by its state words. */
enum Stage {
  /** Without processors. */
  PENDING,
  /** With processors. */
  RUNNING,
  /** Its processors given to others. */
  SUSPENDED,
  /** Gone. */
  ENDED,
  /** Words that are not known here. */
  UNKNOWN;

  /** How far the expected end of a requeued job lies ahead at least: half of the least limit. */
  private static final long AHEAD_SECONDS = 30;

  private static final Set<String> ENDINGS =
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
  private static final Set<String> WAITINGS =
      Set.of("PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD");
  private static final Set<String> RUNNINGS =
      Set.of("RUNNING", "CONFIGURING", "POWER_UP_NODE", "RESIZING", "SIGNALING", "STOPPED");

  /**
   * The stage of a job.
   *
   * @param at when it was read; before 23.02 a job that is COMPLETING has ended or, where its end
   *     lies ahead or it has no start any more, was requeued
   */
  static Stage of(JobRecord job, long at) {
    if (job.states().stream().anyMatch(ENDINGS::contains)) {
      return ENDED;
    }
    if (job.states().stream().anyMatch(WAITINGS::contains)) {
      return PENDING;
    }
    if (job.is("SUSPENDED")) {
      return SUSPENDED;
    }
    if (job.states().stream().anyMatch(RUNNINGS::contains)) {
      return RUNNING;
    }
    if (job.is("COMPLETING")) {
      boolean over = job.start() > 0 && job.end() > 0 && job.end() <= at + AHEAD_SECONDS;
      return over ? ENDED : PENDING;
    }
    return UNKNOWN;
  }
}
