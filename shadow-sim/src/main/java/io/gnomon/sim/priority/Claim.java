package io.gnomon.sim.priority;

/**
 * A {@link Claimant} among the accounts of a cluster.
 *
 * @param association index in the {@link AssociationTree}, {@link #NONE} if it has none; such a job
 *     is charged to nobody and has a fair-share factor of 0
 * @param qos name of a QOS of the cluster; empty if it has none
 * @param associationPriority {@code Priority} of the association
 * @param nice points taken off the priority
 */
public record Claim(int association, String qos, long associationPriority, int nice) {
  /** Index that stands for no association. */
  public static final int NONE = -1;

  /** The claim of a job of which nothing is known. */
  public static final Claim UNKNOWN = new Claim(NONE, "", 0, 0);
}
