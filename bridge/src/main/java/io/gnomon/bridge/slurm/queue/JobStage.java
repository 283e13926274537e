package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.slurm.value.SlurmJobState;
import io.gnomon.slurm.value.SlurmJobState.Phase;
import org.jspecify.annotations.Nullable;

/**
 * The stage of a Slurm job in its life cycle, derived from its states. A heterogeneous job has the
 * last of the stages of its components.
 */
enum JobStage {
  /** It has ended. */
  ENDED,
  /** Its states are not known to this bridge. */
  UNKNOWN,
  /** It has no processors. */
  PENDING,
  /** It is suspended; other jobs may use its processors. */
  SUSPENDED,
  /** It has processors. */
  RUNNING;

  /** The expected end of a requeued job is further ahead than this: half of the least limit. */
  private static final long MIN_AHEAD_SECONDS = 30;

  /**
   * Returns the stage of a job. Before 23.02 a job that is only COMPLETING was requeued if its end
   * is in the future or it has no start; otherwise it has ended.
   *
   * @param at epoch second at which the job was read
   */
  static JobStage of(JobRecord job, long at) {
    if (isIn(job, Phase.ENDED)) {
      return ENDED;
    }
    if (isIn(job, Phase.WAITING)) {
      return PENDING;
    }
    if (job.is("SUSPENDED")) {
      return SUSPENDED;
    }
    if (isIn(job, Phase.RUNNING)) {
      return RUNNING;
    }
    if (job.is("COMPLETING")) {
      boolean over = job.start() > 0 && job.end() > 0 && job.end() <= at + MIN_AHEAD_SECONDS;
      return over ? ENDED : PENDING;
    }
    return UNKNOWN;
  }

  private static boolean isIn(JobRecord job, Phase phase) {
    return job.states().stream().anyMatch(word -> phase == phase(word));
  }

  /**
   * Unlike in accounting, a requeued job waits, a job has its nodes while they boot, and flags show
   * how far a job is that has ended.
   */
  static @Nullable Phase phase(String word) {
    return switch (word) {
      case "REQUEUED" -> Phase.WAITING;
      case "CONFIGURING", "POWER_UP_NODE" -> Phase.RUNNING;
      case "STAGE_OUT" -> Phase.ENDED;
      case "COMPLETING" -> null;
      default -> SlurmJobState.parse(word).map(SlurmJobState::phase).orElse(null);
    };
  }
}
