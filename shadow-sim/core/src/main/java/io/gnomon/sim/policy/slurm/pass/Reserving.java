package io.gnomon.sim.policy.slurm.pass;

import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SlurmParameter;

/**
 * Which waiting jobs keep resources from jobs behind them: those for which backfill reserves, and
 * which block the main scheduler.
 *
 * <p>Source: manual of slurm.conf, {@code bf_min_age_reserve} and {@code bf_min_prio_reserve}.
 *
 * @param minSeconds since they became eligible
 * @param minPriority priority; 0 for all jobs
 */
public record Reserving(int minSeconds, double minPriority) {
  /** Reads the thresholds of a policy. */
  public static Reserving of(Spec spec) {
    return new Reserving(
        PolicyParameters.whole(SlurmParameter.BF_MIN_AGE_RESERVE, spec),
        PolicyParameters.number(SlurmParameter.BF_MIN_PRIO_RESERVE, spec));
  }

  /**
   * Whether a job keeps resources.
   *
   * @param seconds since it became eligible
   */
  public boolean allows(int seconds, long priority) {
    return seconds >= minSeconds && priority >= minPriority;
  }
}
