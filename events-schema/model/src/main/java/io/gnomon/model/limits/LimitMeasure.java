package io.gnomon.model.limits;

/** What a limit is compared with. */
public enum LimitMeasure {
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
  LEAST;

  /** Whether it is an amount of a TRES, rather than a number of jobs or minutes. */
  public boolean isOfTres() {
    return switch (this) {
      case JOBS, SUBMITTED, WALL_USED, TIME_LIMIT -> false;
      case HELD, MINUTES_USED, RUN_MINUTES, JOB_MINUTES, JOB, PER_NODE, LEAST -> true;
    };
  }
}
