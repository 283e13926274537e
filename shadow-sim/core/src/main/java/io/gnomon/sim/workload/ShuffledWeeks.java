package io.gnomon.sim.workload;

/**
 * A log with its weeks in random order: another possible year of the same users, which shows how
 * far a result depends on the order of weeks.
 *
 * <p>Weeks count from the log's origin. Each week keeps its jobs, their order and their second of
 * the week; the last week, which may be incomplete, stays last.
 */
public final class ShuffledWeeks {
  private static final int WEEK = 7 * 24 * 3600;

  private ShuffledWeeks() {}

  /** The log with the order of weeks given by a random seed; O(n). */
  public static JobLog of(JobLog log, long seed) {
    return ShuffledBlocks.of(log, WEEK, seed).log();
  }
}
