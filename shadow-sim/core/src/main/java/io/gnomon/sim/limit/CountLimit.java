package io.gnomon.sim.limit;

/**
 * Limits of associations and QOS on numbers of jobs and on minutes. Source: Slurm manual, Resource
 * Limits, and sacctmgr.
 */
public enum CountLimit {
  /** {@code GrpJobs}: running jobs of the group. */
  GROUP_JOBS,
  /** {@code GrpSubmitJobs}: waiting and running jobs of the group. */
  GROUP_SUBMITTED,
  /** {@code GrpWall}: minutes that jobs of the group have run, less what has decayed. */
  GROUP_WALL_MINUTES,
  /** {@code MaxJobs} of an association: its running jobs. */
  JOBS,
  /** {@code MaxJobsPerAccount} of a QOS: running jobs of an account. */
  JOBS_OF_ACCOUNT,
  /** {@code MaxJobsPerUser} of a QOS: running jobs of a user. */
  JOBS_OF_USER,
  /** {@code MaxSubmitJobs} of an association: its waiting and running jobs. */
  SUBMITTED,
  /** {@code MaxSubmitJobsPerAccount} of a QOS: waiting and running jobs of an account. */
  SUBMITTED_OF_ACCOUNT,
  /** {@code MaxSubmitJobsPerUser} of a QOS: waiting and running jobs of a user. */
  SUBMITTED_OF_USER,
  /** {@code MaxWall}: time limit of a job in minutes. */
  WALL_MINUTES;

  /** Whether it counts the jobs of an association and of those below it, or of a QOS. */
  public boolean isOfGroup() {
    return this == GROUP_JOBS || this == GROUP_SUBMITTED || this == GROUP_WALL_MINUTES;
  }
}
