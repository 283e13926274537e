package io.gnomon.sim.limit;

/**
 * Limits on amounts of trackable resources (TRES), such as CPUs, of associations and QOS. Source:
 * Slurm manual, Resource Limits, and sacctmgr.
 */
public enum TresLimit {
  /** {@code GrpTRESMins}: minutes that jobs of the group have used, less what has decayed. */
  GROUP_MINUTES("GrpTRESMins"),
  /** {@code GrpTRES}: what running jobs of the group hold. */
  GROUP("GrpTRES"),
  /** {@code GrpTRESRunMins}: minutes that running jobs of the group may still use. */
  GROUP_RUN_MINUTES("GrpTRESRunMins"),
  /** {@code MaxTRESMinsPerJob}: what a job requests, times its time limit in minutes. */
  JOB_MINUTES("MaxTRESMins"),
  /** {@code MaxTRESPerJob}: what a job holds. */
  JOB("MaxTRES"),
  /** {@code MaxTRESPerNode}: what a job holds, divided by its nodes. */
  NODE("MaxTRESPerNode"),
  /** {@code MinTRESPerJob} of a QOS: the least that a job holds. */
  LEAST("MinTRES"),
  /** {@code MaxTRESPerAccount} of a QOS: what running jobs of an account hold. */
  ACCOUNT("MaxTRESPA"),
  /** {@code MaxTRESPerUser} of a QOS: what running jobs of a user hold. */
  USER("MaxTRESPU");

  private final String printed;

  TresLimit(String printed) {
    this.printed = printed;
  }

  /** The column of {@code sacctmgr} that shows it. */
  public String printed() {
    return printed;
  }

  /** Whether it counts the jobs of an association and of those below it, or of a QOS. */
  public boolean isOfGroup() {
    return this == GROUP || this == GROUP_MINUTES || this == GROUP_RUN_MINUTES;
  }
}
