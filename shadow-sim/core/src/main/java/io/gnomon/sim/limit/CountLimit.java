package io.gnomon.sim.limit;

/**
 * Limits of associations and QOS on numbers of jobs and on minutes. Source: Slurm manual, Resource
 * Limits, and sacctmgr.
 */
public enum CountLimit {
  /** {@code GrpJobs}: running jobs of the group. */
  GROUP_JOBS("GrpJobs"),
  /** {@code GrpSubmitJobs}: waiting and running jobs of the group. */
  GROUP_SUBMITTED("GrpSubmit"),
  /** {@code GrpWall}: minutes that jobs of the group have run, less what has decayed. */
  GROUP_WALL_MINUTES("GrpWall"),
  /** {@code MaxJobs} of an association: its running jobs. */
  JOBS("MaxJobs"),
  /** {@code MaxJobsPerAccount} of a QOS: running jobs of an account. */
  JOBS_OF_ACCOUNT("MaxJobsPA"),
  /** {@code MaxJobsPerUser} of a QOS: running jobs of a user. */
  JOBS_OF_USER("MaxJobsPU"),
  /** {@code MaxSubmitJobs} of an association: its waiting and running jobs. */
  SUBMITTED("MaxSubmit"),
  /** {@code MaxSubmitJobsPerAccount} of a QOS: waiting and running jobs of an account. */
  SUBMITTED_OF_ACCOUNT("MaxSubmitPA"),
  /** {@code MaxSubmitJobsPerUser} of a QOS: waiting and running jobs of a user. */
  SUBMITTED_OF_USER("MaxSubmitPU"),
  /** {@code MaxWall}: time limit of a job in minutes. */
  WALL_MINUTES("MaxWall");

  private final String printed;

  CountLimit(String printed) {
    this.printed = printed;
  }

  /** The column of {@code sacctmgr} that shows it. */
  public String printed() {
    return printed;
  }

  /** Whether it counts the jobs of an association and of those below it, or of a QOS. */
  public boolean isOfGroup() {
    return this == GROUP_JOBS || this == GROUP_SUBMITTED || this == GROUP_WALL_MINUTES;
  }
}
