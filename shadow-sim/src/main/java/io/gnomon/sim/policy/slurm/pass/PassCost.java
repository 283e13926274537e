package io.gnomon.sim.policy.slurm.pass;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

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
  private static final int MAX_SECONDS = 3_600;

  private static final Parameter<Double> TEST_MS =
      Parameter.number(
          "test-ms",
          0,
          0,
          60_000,
          "time that backfill takes for each job that it examines, in milliseconds; sdiag: mean"
              + " cycle / mean depth (try sched) / 1000");
  private static final Parameter<Integer> MAX_TIME =
      Parameter.seconds(
          "bf_max_time",
          "0s",
          0,
          MAX_SECONDS,
          "time after which a backfill pass ends; 0: bf_interval; only with test-ms");
  private static final Parameter<Integer> YIELD_INTERVAL =
      Parameter.integer(
          "bf_yield_interval",
          2 * MICROS,
          1,
          10 * MICROS,
          "microseconds from one pause of a backfill pass to the next; only with test-ms");
  private static final Parameter<Integer> YIELD_SLEEP =
      Parameter.integer(
          "bf_yield_sleep",
          MICROS / 2,
          1,
          10 * MICROS,
          "microseconds of a pause of a backfill pass; only with test-ms");
  private static final Parameter<Boolean> CONTINUE =
      Parameter.flag(
          "bf_continue",
          false,
          "a backfill pass continues after a pause in which jobs or nodes have changed; only with"
              + " test-ms");

  /** The parameters, in the order of the text form. */
  public static List<Parameter<?>> parameters() {
    return List.of(TEST_MS, MAX_TIME, YIELD_INTERVAL, YIELD_SLEEP, CONTINUE);
  }

  /**
   * Reads the cost of a policy.
   *
   * @param interval seconds from the end of a pass to the next pass
   */
  public static PassCost of(PolicySpec spec, int interval) {
    int seconds = MAX_TIME.in(spec) == 0 ? Math.min(interval, MAX_SECONDS) : MAX_TIME.in(spec);
    return new PassCost(
        Math.round(TEST_MS.in(spec) * 1000),
        (long) seconds * MICROS,
        YIELD_INTERVAL.in(spec),
        YIELD_SLEEP.in(spec),
        CONTINUE.in(spec));
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
