package io.gnomon.slurm.value;

import java.util.Locale;
import java.util.Optional;

/** How far a job was, or how it ended. Source: manual of sacct, "Job state codes". */
public enum SlurmJobState {
  PENDING(Phase.WAITING),
  RUNNING(Phase.RUNNING),
  SUSPENDED(Phase.RUNNING),
  RESIZING(Phase.RUNNING),
  REQUEUED(Phase.ENDED),
  COMPLETED(Phase.ENDED),
  FAILED(Phase.ENDED),
  TIMEOUT(Phase.ENDED),
  CANCELLED(Phase.ENDED),
  DEADLINE(Phase.ENDED),
  OUT_OF_MEMORY(Phase.ENDED),
  NODE_FAIL(Phase.ENDED),
  BOOT_FAIL(Phase.ENDED),
  PREEMPTED(Phase.ENDED),
  REVOKED(Phase.ENDED);

  /** Where a job is. */
  public enum Phase {
    /** It has not started. */
    WAITING,
    /** It has resources. */
    RUNNING,
    /** It is over. */
    ENDED
  }

  private final Phase phase;

  SlurmJobState(Phase phase) {
    this.phase = phase;
  }

  /** Where a job with this state is. */
  public Phase phase() {
    return phase;
  }

  /**
   * The state that {@code sacct} prints, such as {@code CANCELLED by 1000}; transitional states are
   * that of the phase in which they occur.
   */
  public static Optional<SlurmJobState> parse(String text) {
    int end = text.indexOf(' ');
    String word = (end < 0 ? text : text.substring(0, end)).toUpperCase(Locale.ROOT);
    for (SlurmJobState state : values()) {
      if (state.name().equals(word)) {
        return Optional.of(state);
      }
    }
    return switch (word) {
      case "CONFIGURING",
          "REQUEUE_HOLD",
          "REQUEUE_FED",
          "RESV_DEL_HOLD",
          "SPECIAL_EXIT",
          "POWER_UP_NODE",
          "EXPEDITING" ->
          Optional.of(PENDING);
      case "COMPLETING", "STAGE_OUT", "SIGNALING", "STOPPED", "UPDATE_DB" -> Optional.of(RUNNING);
      case "LAUNCH_FAILED", "RECONFIG_FAIL" -> Optional.of(FAILED);
      default -> Optional.empty();
    };
  }
}
