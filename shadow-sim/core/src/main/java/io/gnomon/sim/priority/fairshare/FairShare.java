package io.gnomon.sim.priority.fairshare;

import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;

/** The fair-share factor of users. Implementations are stateless and thread-safe. */
public interface FairShare {
  /** The fair share of a cluster: Fair Tree, or classic with {@code NO_FAIR_TREE}. */
  static FairShare of(PrioritySettings settings) {
    return settings.has(PriorityFlag.NO_FAIR_TREE)
        ? new ClassicFairShare(settings.dampening())
        : new FairTree();
  }

  /**
   * The factor of each user, from 0 (far above its share) to 1; 0 for accounts.
   *
   * @return by index of the association
   */
  double[] factors(DecayedUsage usage);
}
