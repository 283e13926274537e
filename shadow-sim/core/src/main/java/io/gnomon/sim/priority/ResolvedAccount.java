package io.gnomon.sim.priority;

import io.gnomon.sim.priority.fairshare.AssociationTree;

/**
 * A {@link JobAccount} among the accounts of a cluster.
 *
 * @param association index in the {@link AssociationTree}, {@link #NONE} if it has none; such a job
 *     is counted for no account and has a fair-share factor of 0
 * @param qos name of a QOS of the cluster; empty if it has none
 * @param associationPriority {@code Priority} of the association
 * @param nice points taken off the priority
 */
public record ResolvedAccount(int association, String qos, long associationPriority, int nice) {
  /** Index that stands for no association. */
  public static final int NONE = -1;

  /** The account of an unknown job. */
  public static final ResolvedAccount UNKNOWN = new ResolvedAccount(NONE, "", 0, 0);
}
