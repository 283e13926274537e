package io.gnomon.sim.policy.slurm.pass;

import io.gnomon.sim.cluster.ClusterState;

/**
 * Counts the jobs that a backfill pass tests. A job beyond the limit of its partition does not
 * count for its user, one beyond that of its user not for its association. Jobs of unknown users or
 * associations are not limited. Not thread-safe; O(1) per job.
 */
public final class TestedJobs {
  private final TestLimits limits;
  private final Counts ofPartition = new Counts();
  private final Counts ofUser = new Counts();
  private final Counts ofUserInPartition = new Counts();
  private final Counts ofAssociation = new Counts();

  /** Counts for passes with these limits. */
  public TestedJobs(TestLimits limits) {
    this.limits = limits;
  }

  /** Begins a pass. */
  public void clear() {
    ofPartition.clear();
    ofUser.clear();
    ofUserInPartition.clear();
    ofAssociation.clear();
  }

  /**
   * Adds a job.
   *
   * @param user its user, {@link ClusterState#NONE} if unknown
   * @param association its association, {@link ClusterState#NONE} if unknown
   * @return whether it is tested
   */
  public boolean add(int user, int partition, int association) {
    return within(limits.ofPartition(), ofPartition, partition)
        && (user == ClusterState.NONE || addOfUser(user, partition))
        && (association == ClusterState.NONE
            || within(limits.ofAssociation(), ofAssociation, association));
  }

  private boolean addOfUser(int user, int partition) {
    return within(limits.ofUser(), ofUser, user)
        && within(limits.ofUserInPartition(), ofUserInPartition, (long) user << 32 | partition);
  }

  private static boolean within(int limit, Counts counts, long key) {
    return limit == 0 || counts.add(key) <= limit;
  }
}
