package io.gnomon.model.limits;

/**
 * What a limit of an association or a QOS bounds, in the order in which limits are tested. Limits
 * of groups count the jobs of an association and of those below it, or of a QOS. Source: Slurm
 * manual, Resource Limits, and sacctmgr.
 */
public enum LimitKind {
  /** {@code GrpJobs}: running jobs of the group. */
  GROUP_JOBS("GrpJobs", LimitMeasure.JOBS, CountedJobs.GROUP),
  /** {@code GrpSubmitJobs}: waiting and running jobs of the group. */
  GROUP_SUBMITTED("GrpSubmit", LimitMeasure.SUBMITTED, CountedJobs.GROUP),
  /** {@code GrpWall}: minutes that jobs of the group have run, less what has decayed. */
  GROUP_WALL_MINUTES("GrpWall", LimitMeasure.WALL_USED, CountedJobs.GROUP),
  /** {@code MaxJobs} of an association: its running jobs. */
  JOBS("MaxJobs", LimitMeasure.JOBS, CountedJobs.OWN),
  /** {@code MaxJobsPerAccount} of a QOS: running jobs of an account. */
  JOBS_OF_ACCOUNT("MaxJobsPA", LimitMeasure.JOBS, CountedJobs.ACCOUNT),
  /** {@code MaxJobsPerUser} of a QOS: running jobs of a user. */
  JOBS_OF_USER("MaxJobsPU", LimitMeasure.JOBS, CountedJobs.USER),
  /** {@code MaxSubmitJobs} of an association: its waiting and running jobs. */
  SUBMITTED("MaxSubmit", LimitMeasure.SUBMITTED, CountedJobs.OWN),
  /** {@code MaxSubmitJobsPerAccount} of a QOS: waiting and running jobs of an account. */
  SUBMITTED_OF_ACCOUNT("MaxSubmitPA", LimitMeasure.SUBMITTED, CountedJobs.ACCOUNT),
  /** {@code MaxSubmitJobsPerUser} of a QOS: waiting and running jobs of a user. */
  SUBMITTED_OF_USER("MaxSubmitPU", LimitMeasure.SUBMITTED, CountedJobs.USER),
  /** {@code MaxWall}: time limit of a job in minutes. */
  WALL_MINUTES("MaxWall", LimitMeasure.TIME_LIMIT, CountedJobs.OWN),
  /** {@code GrpTRESMins}: minutes that jobs of the group have used, less what has decayed. */
  GROUP_TRES_MINUTES("GrpTRESMins", LimitMeasure.MINUTES_USED, CountedJobs.GROUP),
  /** {@code GrpTRES}: what running jobs of the group hold. */
  GROUP_TRES("GrpTRES", LimitMeasure.HELD, CountedJobs.GROUP),
  /** {@code GrpTRESRunMins}: minutes that running jobs of the group may still use. */
  GROUP_TRES_RUN_MINUTES("GrpTRESRunMins", LimitMeasure.RUN_MINUTES, CountedJobs.GROUP),
  /** {@code MaxTRESMinsPerJob}: what a job requests, times its time limit in minutes. */
  JOB_TRES_MINUTES("MaxTRESMins", LimitMeasure.JOB_MINUTES, CountedJobs.OWN),
  /** {@code MaxTRESPerJob}: what a job holds. */
  JOB_TRES("MaxTRES", LimitMeasure.JOB, CountedJobs.OWN),
  /** {@code MaxTRESPerNode}: what a job holds, divided by its nodes. */
  NODE_TRES("MaxTRESPerNode", LimitMeasure.PER_NODE, CountedJobs.OWN),
  /** {@code MinTRESPerJob} of a QOS: the least that a job holds. */
  LEAST_TRES("MinTRES", LimitMeasure.LEAST, CountedJobs.OWN),
  /** {@code MaxTRESPerAccount} of a QOS: what running jobs of an account hold. */
  ACCOUNT_TRES("MaxTRESPA", LimitMeasure.HELD, CountedJobs.ACCOUNT),
  /** {@code MaxTRESPerUser} of a QOS: what running jobs of a user hold. */
  USER_TRES("MaxTRESPU", LimitMeasure.HELD, CountedJobs.USER);

  private final String printed;
  private final LimitMeasure measure;
  private final CountedJobs jobs;

  LimitKind(String printed, LimitMeasure measure, CountedJobs jobs) {
    this.printed = printed;
    this.measure = measure;
    this.jobs = jobs;
  }

  /** The column of {@code sacctmgr} that shows it. */
  public String printed() {
    return printed;
  }

  /** What it is compared with. */
  public LimitMeasure measure() {
    return measure;
  }

  /** Whose jobs it counts. */
  public CountedJobs jobs() {
    return jobs;
  }

  /** Whether it bounds an amount of a TRES, rather than a number of jobs or minutes. */
  public boolean isOfTres() {
    return measure.isOfTres();
  }

  /** Whether it counts the jobs of an association and of those below it, or of a QOS. */
  public boolean isOfGroup() {
    return jobs == CountedJobs.GROUP;
  }

  /** Whether it bounds minutes of jobs, whatever they hold. */
  public boolean isWallTime() {
    return measure == LimitMeasure.WALL_USED || measure == LimitMeasure.TIME_LIMIT;
  }
}
