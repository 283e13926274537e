package io.gnomon.events.accounting;

import io.gnomon.events.WireEnum;

/**
 * What a limit of an association or a QOS bounds. Limits of groups count the jobs of an association
 * and of those below it, or of a QOS. Source: Slurm manual, Resource Limits.
 */
public enum LimitKind implements WireEnum {
  /** {@code GrpJobs}: running jobs of the group. */
  GROUP_JOBS(false),
  /** {@code GrpSubmitJobs}: waiting and running jobs of the group. */
  GROUP_SUBMITTED(false),
  /** {@code GrpWall}: minutes that jobs of the group have run. */
  GROUP_WALL_MINUTES(false),
  /** {@code MaxJobs} of an association: its running jobs. */
  JOBS(false),
  /** {@code MaxJobsPerAccount} of a QOS. */
  JOBS_OF_ACCOUNT(false),
  /** {@code MaxJobsPerUser} of a QOS. */
  JOBS_OF_USER(false),
  /** {@code MaxSubmitJobs} of an association: its waiting and running jobs. */
  SUBMITTED(false),
  /** {@code MaxSubmitJobsPerAccount} of a QOS. */
  SUBMITTED_OF_ACCOUNT(false),
  /** {@code MaxSubmitJobsPerUser} of a QOS. */
  SUBMITTED_OF_USER(false),
  /** {@code MaxWall}: time limit of a job in minutes. */
  WALL_MINUTES(false),
  /** {@code GrpTRES}: what running jobs of the group hold. */
  GROUP_TRES(true),
  /** {@code GrpTRESMins}: what jobs of the group have used, in minutes. */
  GROUP_TRES_MINUTES(true),
  /** {@code GrpTRESRunMins}: what running jobs of the group may still use, in minutes. */
  GROUP_TRES_RUN_MINUTES(true),
  /** {@code MaxTRESPerJob}. */
  JOB_TRES(true),
  /** {@code MaxTRESMinsPerJob}. */
  JOB_TRES_MINUTES(true),
  /** {@code MaxTRESPerNode}. */
  NODE_TRES(true),
  /** {@code MinTRESPerJob} of a QOS. */
  LEAST_TRES(true),
  /** {@code MaxTRESPerAccount} of a QOS: what running jobs of an account hold. */
  ACCOUNT_TRES(true),
  /** {@code MaxTRESPerUser} of a QOS: what running jobs of a user hold. */
  USER_TRES(true);

  private final boolean tres;

  LimitKind(boolean tres) {
    this.tres = tres;
  }

  /** Whether it bounds an amount of a TRES, rather than a number of jobs or minutes. */
  public boolean isOfTres() {
    return tres;
  }
}
