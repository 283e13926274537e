package io.gnomon.sim.priority.fairshare;

import io.gnomon.model.accounts.Association;

/**
 * Slurm's classic fair share, used with {@code PriorityFlags=NO_FAIR_TREE}: a user's factor is
 * 2<sup>−U/S/d</sup>, where S are its normalised shares, U is its effective usage and d the
 * dampening factor. A user that has used what it is entitled to has a factor of ½ if d is 1. Costs
 * O(n).
 *
 * <p>Normalised shares are the part of the cluster that the shares of the association and of the
 * accounts above it stand for. Effective usage is the association's own part of all usage, moved
 * towards the effective usage of its parent: by the difference of the two times the association's
 * part of the siblings' shares. Directly below the root it is the association's own part.
 *
 * <p>An association with its parent's shares has the factor of its parent; children of such an
 * account compete with the siblings of the account. Without shares the factor is 0.
 *
 * <p>Source: Slurm manual, Classic Fairshare Algorithm, and slurm.conf, {@code
 * FairShareDampeningFactor}.
 */
public final class ClassicFairShare implements FairShare {
  private final int dampening;

  /**
   * Creates the algorithm.
   *
   * @param dampening {@code FairShareDampeningFactor}, at least 1
   */
  public ClassicFairShare(int dampening) {
    if (dampening < 1) {
      throw new IllegalArgumentException(
          "dampening factor is " + dampening + "; it must be at least 1");
    }
    this.dampening = dampening;
  }

  @Override
  public double[] factors(DecayedUsage usage) {
    AssociationTree tree = usage.tree();
    Level[] levels = levels(usage);
    double[] factors = new double[tree.size()];
    for (int index = 0; index < factors.length; index++) {
      Level level = levels[index];
      if (tree.get(index).isUser() && level.shares > 0) {
        factors[index] = Math.pow(2, -level.usage / level.shares / dampening);
      }
    }
    return factors;
  }

  /** The shares and the usage of an association, as parts of the whole cluster. */
  private record Level(double shares, double usage) {}

  private static Level[] levels(DecayedUsage usage) {
    AssociationTree tree = usage.tree();
    int[] sharedFrom = sharedFrom(tree);
    double[] siblings = new double[tree.size()]; // shares of those that share from an account
    for (int index = 1; index < tree.size(); index++) {
      siblings[sharedFrom[index]] += Math.max(0, tree.get(index).shares());
    }
    Level[] levels = new Level[tree.size()];
    levels[AssociationTree.ROOT] = new Level(1, 1);
    for (int index = 1; index < levels.length; index++) {
      int from = sharedFrom[index];
      Association association = tree.get(index);
      if (association.usesParentShares()) {
        levels[index] = levels[from];
        continue;
      }
      double part = association.shares() == 0 ? 0 : association.shares() / siblings[from];
      double all = usage.of(AssociationTree.ROOT);
      double own = all == 0 ? 0 : usage.of(index) / all;
      double effective =
          from == AssociationTree.ROOT ? own : own + (levels[from].usage - own) * part;
      levels[index] = new Level(levels[from].shares * part, effective);
    }
    return levels;
  }

  /** The nearest account above each association that has shares of its own. */
  private static int[] sharedFrom(AssociationTree tree) {
    int[] sharedFrom = new int[tree.size()];
    for (int index = 1; index < sharedFrom.length; index++) {
      int parent = tree.parent(index);
      boolean passesOn = parent != AssociationTree.ROOT && tree.get(parent).usesParentShares();
      sharedFrom[index] = passesOn ? sharedFrom[parent] : parent;
    }
    return sharedFrom;
  }
}
