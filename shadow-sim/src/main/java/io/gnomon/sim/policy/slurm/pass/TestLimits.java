package io.gnomon.sim.policy.slurm.pass;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

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
  private static final int MILLION = 1_000_000;

  private static final Parameter<Integer> ALL =
      Parameter.integer(
          "bf_max_job_test", 500, 1, MILLION, "waiting jobs that a backfill pass examines");
  private static final Parameter<Integer> PARTITION = limit("part", "partition");
  private static final Parameter<Integer> USER = limit("user", "user");
  private static final Parameter<Integer> USER_IN_PARTITION =
      limit("user_part", "user in one partition");
  private static final Parameter<Integer> ASSOCIATION = limit("assoc", "association");

  private static Parameter<Integer> limit(String suffix, String of) {
    return Parameter.integer(
        "bf_max_job_" + suffix,
        0,
        0,
        MILLION,
        "waiting jobs of one " + of + " that a backfill pass examines; 0: no limit");
  }

  /** The parameters, in the order of the text form. */
  public static List<Parameter<?>> parameters() {
    return List.of(ALL, PARTITION, USER, USER_IN_PARTITION, ASSOCIATION);
  }

  /** Reads the limits of a policy. */
  public static TestLimits of(PolicySpec spec) {
    return new TestLimits(
        ALL.in(spec),
        PARTITION.in(spec),
        USER.in(spec),
        USER_IN_PARTITION.in(spec),
        ASSOCIATION.in(spec));
  }

  /** Whether no limit depends on the partition, user or association of a job. */
  public boolean takesFirst() {
    return ofPartition == 0 && ofUser == 0 && ofUserInPartition == 0 && ofAssociation == 0;
  }
}
