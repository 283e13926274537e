package io.gnomon.sim.limit;

/**
 * Limits on amounts of trackable resources (TRES), such as CPUs, of associations and QOS. Source:
 * Slurm manual, Resource Limits, and sacctmgr.
 */
public enum TresLimit {
  /** {@code GrpTRESMins}: minutes that jobs of the group have used, less what has decayed. */
  GROUP_MINUTES,
  /** {@code GrpTRES}: what running jobs of the group hold. */
  GROUP,
  /** {@code GrpTRESRunMins}: minutes that running jobs of the group may still use. */
  GROUP_RUN_MINUTES,
  /** {@code MaxTRESMinsPerJob}: what a job requests, times its time limit in minutes. */
  JOB_MINUTES,
  /** {@code MaxTRESPerJob}: what a job holds. */
  JOB,
  /** {@code MaxTRESPerNode}: what a job holds, divided by its nodes. */
  NODE,
  /** {@code MinTRESPerJob} of a QOS: the least that a job holds. */
  LEAST,
  /** {@code MaxTRESPerAccount} of a QOS: what running jobs of an account hold. */
  ACCOUNT,
  /** {@code MaxTRESPerUser} of a QOS: what running jobs of a user hold. */
  USER;

  /** Whether it counts the jobs of an association and of those below it, or of a QOS. */
  public boolean isOfGroup() {
    return this == GROUP || this == GROUP_MINUTES || this == GROUP_RUN_MINUTES;
  }
}
