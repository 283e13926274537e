package io.gnomon.sim.policy.slurm.pass;

import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SlurmParameter;

/**
 * How many waiting jobs a backfill pass tests; 0 for no limit, except {@code all}.
 *
 * <p>Source: manual of slurm.conf, {@code SchedulerParameters}.
 *
 * @param all jobs in all
 * @param ofPartition jobs of one partition
 * @param ofUser jobs of one user
 * @param ofUserInPartition jobs of one user in one partition
 * @param ofAssociation jobs of one association
 */
public record TestLimits(
    int all, int ofPartition, int ofUser, int ofUserInPartition, int ofAssociation) {
  /** Reads the limits of a policy. */
  public static TestLimits of(Spec spec) {
    return new TestLimits(
        PolicyParameters.whole(SlurmParameter.BF_MAX_JOB_TEST, spec),
        PolicyParameters.whole(SlurmParameter.BF_MAX_JOB_PART, spec),
        PolicyParameters.whole(SlurmParameter.BF_MAX_JOB_USER, spec),
        PolicyParameters.whole(SlurmParameter.BF_MAX_JOB_USER_PART, spec),
        PolicyParameters.whole(SlurmParameter.BF_MAX_JOB_ASSOC, spec));
  }

  /** Whether no limit depends on the partition, user or association of a job. */
  public boolean takesFirst() {
    return ofPartition == 0 && ofUser == 0 && ofUserInPartition == 0 && ofAssociation == 0;
  }
}
