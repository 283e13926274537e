package io.gnomon.sim.machine;

import io.gnomon.model.machine.PreemptMode;

/**
 * How running jobs of a partition or a QOS are preempted. Source: manuals of slurm.conf and
 * sacctmgr, {@code PreemptMode} and {@code GraceTime}.
 *
 * @param mode what happens to a preempted job
 * @param graceSeconds how long a job that is cancelled or requeued goes on at most, at least 0
 */
public record PreemptionRule(PreemptMode mode, int graceSeconds) {
  /** The mode of the cluster, without a grace time. */
  public static final PreemptionRule DEFAULT = new PreemptionRule(PreemptMode.CLUSTER, 0);

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
