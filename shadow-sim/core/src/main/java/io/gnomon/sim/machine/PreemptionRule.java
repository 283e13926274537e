package io.gnomon.sim.machine;

/**
 * How running jobs of a partition or a QOS are preempted. Source: manuals of slurm.conf and
 * sacctmgr, {@code PreemptMode} and {@code GraceTime}.
 *
 * @param mode what happens to a preempted job
 * @param graceSeconds how long a job that is cancelled or requeued goes on at most, at least 0
 */
public record PreemptionRule(Mode mode, int graceSeconds) {
  /** The mode of the cluster, without a grace time. */
  public static final PreemptionRule DEFAULT = new PreemptionRule(Mode.CLUSTER, 0);

  /** {@code PreemptMode} of a partition or a QOS. */
  public enum Mode {
    /** That of the cluster. */
    CLUSTER,
    /** Jobs are not preempted. */
    OFF,
    /** Jobs end. */
    CANCEL,
    /** Jobs wait again, and their work is lost. */
    REQUEUE,
    /** Jobs stop and resume later. */
    SUSPEND
  }

  /**
   * Checks the grace time.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public PreemptionRule {
    if (graceSeconds < 0) {
      throw new IllegalArgumentException(
          "the grace time of preempted jobs is %d s; it must be at least 0"
              .formatted(graceSeconds));
    }
  }
}
