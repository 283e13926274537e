package io.gnomon.sim.limit;

import io.gnomon.sim.eligibility.WaitingReason;

/**
 * One comparison of a job and what is counted with a limit.
 *
 * @param row what is counted, a row of {@link LimitUsage}; −1 if nothing is
 * @param tres number of the TRES; −1 if none is limited
 * @param limit in the unit of the limit
 * @param reason why the job waits if it exceeds the limit
 */
record LimitTest(Kind kind, int row, int tres, long limit, WaitingReason reason) {
  /** What is compared. */
  enum Kind {
    /** Running jobs and this one. */
    JOBS,
    /** Waiting and running jobs and this one. */
    SUBMITTED,
    /** Minutes that jobs have run. */
    WALL_USED,
    /** The time limit of the job in minutes. */
    TIME_LIMIT,
    /** What running jobs and this one hold. */
    HELD,
    /** Minutes that have been used. */
    MINUTES_USED,
    /** Minutes that running jobs and this one may still use. */
    RUN_MINUTES,
    /** Minutes that the job may use. */
    JOB_MINUTES,
    /** What the job holds. */
    JOB,
    /** What the job holds per node. */
    PER_NODE,
    /** What the job holds at least. */
    LEAST
  }

  /** Whether jobs that already run end when the limit has been reached. */
  boolean endsJobs() {
    return kind == Kind.MINUTES_USED || kind == Kind.WALL_USED;
  }
}
