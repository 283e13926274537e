package io.gnomon.sim.limit;

import io.gnomon.model.limits.LimitMeasure;
import io.gnomon.sim.eligibility.WaitingReason;

/**
 * One comparison of a job and what is counted with a limit.
 *
 * @param row what is counted, a row of {@link LimitUsage}; −1 if nothing is
 * @param tres number of the TRES; −1 if none is limited
 * @param limit in the unit of the limit
 * @param reason why the job waits if it exceeds the limit
 * @param name of the limit as sacctmgr prints it
 * @param holder whose limit it is, in words
 */
record LimitTest(
    LimitMeasure kind,
    int row,
    int tres,
    long limit,
    WaitingReason reason,
    String name,
    String holder) {
  /** Whether jobs that already run end when the limit has been reached. */
  boolean endsJobs() {
    return kind == LimitMeasure.MINUTES_USED || kind == LimitMeasure.WALL_USED;
  }

  /** What the job itself adds, in the unit of the limit. */
  long requested(long[] amounts, long minutes) {
    long amount = amount(amounts);
    return switch (kind) {
      case JOBS, SUBMITTED -> 1;
      case WALL_USED, TIME_LIMIT -> minutes;
      case HELD, JOB, LEAST -> amount;
      case MINUTES_USED, RUN_MINUTES, JOB_MINUTES -> amount * minutes;
      case PER_NODE -> amount / Math.max(1, amounts[LimitRules.NODE_TRES]);
    };
  }

  /** Whether a job exceeds the limit by itself, whatever other jobs hold. */
  boolean exceedsAlone(long[] amounts, long minutes) {
    return switch (kind) {
      case HELD -> amount(amounts) > limit;
      case JOBS, SUBMITTED, WALL_USED, MINUTES_USED, RUN_MINUTES -> false;
      case TIME_LIMIT, JOB_MINUTES, JOB, PER_NODE, LEAST -> exceedsOfJob(amounts, minutes);
    };
  }

  /**
   * Whether a job exceeds the limit whatever other jobs hold and have used, now and later.
   *
   * @param safe whether jobs may not start that would use up minutes before their time limits
   */
  boolean exceedsForever(long[] amounts, long minutes, boolean safe) {
    return switch (kind) {
      case JOBS, SUBMITTED -> limit == 0;
      case RUN_MINUTES -> requested(amounts, minutes) > limit;
      case WALL_USED, MINUTES_USED -> safe && requested(amounts, minutes) > limit;
      case HELD, TIME_LIMIT, JOB_MINUTES, JOB, PER_NODE, LEAST -> exceedsAlone(amounts, minutes);
    };
  }

  /** Whether a job exceeds a limit of single jobs. */
  boolean exceedsOfJob(long[] amounts, long minutes) {
    long amount = amount(amounts);
    return switch (kind) {
      case TIME_LIMIT -> minutes > limit;
      case JOB_MINUTES -> amount * minutes > limit;
      case JOB -> amount > limit;
      case PER_NODE -> amount / Math.max(1, amounts[LimitRules.NODE_TRES]) > limit;
      case LEAST -> amount < limit;
      default -> throw new IllegalArgumentException(kind + " is not a limit of one job");
    };
  }

  /** What the limit compares, of the amounts of a job. */
  long amount(long[] amounts) {
    return tres < 0 ? 0 : amounts[tres];
  }
}
