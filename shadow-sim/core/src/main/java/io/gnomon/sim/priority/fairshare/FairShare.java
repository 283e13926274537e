package io.gnomon.sim.priority.fairshare;

/** The fair-share factor of users. Implementations are stateless and thread-safe. */
public interface FairShare {
  /**
   * The factor of each user, from 0 (far above its share) to 1; 0 for accounts.
   *
   * @return by index of the association
   */
  double[] factors(DecayedUsage usage);
}
