package io.gnomon.sim.policy.slurm.pass;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

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
  private static final double GREATEST_PRIORITY = 4_294_967_295.0;
  private static final int MONTH = 30 * 86_400;

  private static final Parameter<Integer> AGE =
      Parameter.seconds(
          "bf_min_age_reserve",
          "0s",
          0,
          MONTH,
          "jobs that have been eligible for less time do not keep resources from later jobs");
  private static final Parameter<Double> PRIORITY =
      Parameter.number(
          "bf_min_prio_reserve",
          0,
          0,
          GREATEST_PRIORITY,
          "jobs of lower priority do not keep resources from later jobs; without effect where jobs"
              + " are not in order of priority");

  /** The parameters, in the order of the text form. */
  public static List<Parameter<?>> parameters() {
    return List.of(AGE, PRIORITY);
  }

  /** Reads the thresholds of a policy. */
  public static Reserving of(PolicySpec spec) {
    return new Reserving(AGE.in(spec), PRIORITY.in(spec));
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
