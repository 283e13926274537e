package io.gnomon.sim.policy.slurm.pass;

import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SlurmParameter;

/**
 * How long a backfill pass takes: the same time for each job that it tests. It pauses at intervals,
 * so that the scheduler can do other work, and ends at a time limit. All times in microseconds.
 *
 * <p>Source: manual of slurm.conf, {@code bf_continue}, {@code bf_max_time}, {@code
 * bf_yield_interval} and {@code bf_yield_sleep}; manual of sdiag, mean cycle and mean depth.
 *
 * @param perJob time for a job; 0 if passes take no time
 * @param mostInPass after which a pass ends, its pauses included
 * @param untilPause time from one pause to the next
 * @param pause length of a pause
 * @param continues whether a pass continues after a pause in which something has changed
 */
public record PassCost(
    long perJob, long mostInPass, long untilPause, long pause, boolean continues) {
  private static final int MICROS = 1_000_000;

  /** Reads the cost in a policy. */
  public static PassCost of(Spec spec) {
    int most = PolicyParameters.whole(SlurmParameter.BF_MAX_TIME, spec);
    int interval = PolicyParameters.whole(SlurmParameter.BF_INTERVAL, spec);
    long seconds =
        most == 0 ? Math.min(interval, SlurmParameter.BF_MAX_TIME.allowed().most()) : most;
    return new PassCost(
        Math.round(PolicyParameters.number(SlurmParameter.TEST_MS, spec) * 1000),
        seconds * MICROS,
        PolicyParameters.whole(SlurmParameter.BF_YIELD_INTERVAL, spec),
        PolicyParameters.whole(SlurmParameter.BF_YIELD_SLEEP, spec),
        PolicyParameters.flag(SlurmParameter.BF_CONTINUE, spec));
  }

  /** Whether passes take no time. */
  public boolean isFree() {
    return perJob == 0;
  }

  /** The number of jobs that a pass tests from one pause to the next, at least 1. */
  public int jobsUntilPause() {
    return isFree() ? Integer.MAX_VALUE : (int) ((untilPause + perJob - 1) / perJob);
  }

  /** The number of jobs that a pass tests until {@link #mostInPass}, at least 1. */
  public int mostJobs() {
    if (isFree()) {
      return Integer.MAX_VALUE;
    }
    long portion = jobsUntilPause() * perJob + pause;
    long portions = mostInPass / portion;
    long rest = Math.min(jobsUntilPause(), (mostInPass % portion + perJob - 1) / perJob);
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, portions * jobsUntilPause() + rest));
  }
}
