package io.gnomon.sim.priority.fairshare;

import io.gnomon.model.accounts.Association;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Slurm's Fair Tree: users are ranked by a depth-first walk that visits siblings in descending
 * order of LevelFS, their shares divided by their usage. A user's factor is its rank from below
 * divided by the number of users. Users below an account rank above all users below a sibling with
 * a lower LevelFS. Costs O(n log n).
 *
 * <p>Tied users have the same rank; the children of tied accounts are ranked as one list; the first
 * of them tie with users that tie with the accounts.
 *
 * <p>Source: Slurm manual, Fair Tree Fairshare Algorithm.
 */
public final class FairTree implements FairShare {
  @Override
  public double[] factors(DecayedUsage usage) {
    double[] factors = new double[usage.tree().size()];
    new Ranking(usage.tree(), levelFs(usage), factors)
        .rank(siblings(usage.tree(), AssociationTree.ROOT), false);
    return factors;
  }

  /**
   * LevelFS of each association: its share of the siblings' shares divided by its share of the
   * parent's usage. Infinite without usage or with the parent's shares, 0 with 0 shares; 1 for the
   * root.
   *
   * @return by index of the association
   */
  public static double[] levelFs(DecayedUsage usage) {
    AssociationTree tree = usage.tree();
    double[] levelFs = new double[tree.size()];
    for (int index = 0; index < levelFs.length; index++) {
      if (!tree.get(index).isUser()) {
        levelOf(usage, index, levelFs);
      }
    }
    levelFs[AssociationTree.ROOT] = 1;
    return levelFs;
  }

  private static void levelOf(DecayedUsage usage, int account, double[] levelFs) {
    AssociationTree tree = usage.tree();
    if (tree.get(account).usesParentShares()) {
      levelFs[account] = Double.POSITIVE_INFINITY;
      return;
    }
    List<Integer> siblings = siblings(tree, account);
    double shares = 0;
    for (int sibling : siblings) {
      shares += Math.max(0, tree.get(sibling).shares());
    }
    for (int sibling : siblings) {
      Association association = tree.get(sibling);
      if (association.shares() == 0) {
        levelFs[sibling] = 0;
      } else if (association.usesParentShares() || usage.of(sibling) == 0) {
        levelFs[sibling] = Double.POSITIVE_INFINITY;
      } else {
        levelFs[sibling] = association.shares() / shares / (usage.of(sibling) / usage.of(account));
      }
    }
  }

  /**
   * The children of an account, with the children of accounts that use their parent's shares in
   * place of those accounts.
   */
  private static List<Integer> siblings(AssociationTree tree, int account) {
    List<Integer> siblings = new ArrayList<>();
    for (int child : tree.children(account)) {
      Association association = tree.get(child);
      if (!association.isUser() && association.usesParentShares()) {
        siblings.addAll(siblings(tree, child));
      } else {
        siblings.add(child);
      }
    }
    return siblings;
  }

  /** One walk over the tree. */
  private static final class Ranking {
    private final AssociationTree tree;
    private final double[] levelFs;
    private final double[] factors;
    private int unranked;
    private int rank;

    Ranking(AssociationTree tree, double[] levelFs, double[] factors) {
      this.tree = tree;
      this.levelFs = levelFs;
      this.factors = factors;
      unranked = tree.users();
      rank = unranked;
    }

    /**
     * Ranks a list of siblings and everything below them.
     *
     * @param tied whether the first ones have the rank of the user before them
     */
    void rank(List<Integer> siblings, boolean tied) {
      List<Integer> sorted = new ArrayList<>(siblings);
      sorted.sort(Comparator.comparingDouble(index -> -levelFs[index]));
      boolean keepsRank = tied;
      for (int from = 0, to; from < sorted.size(); from = to) {
        double level = levelFs[sorted.get(from)];
        to = from;
        while (to < sorted.size() && levelFs[sorted.get(to)] == level) {
          to++;
        }
        rankTied(sorted.subList(from, to), keepsRank);
        keepsRank = false;
      }
    }

    private void rankTied(List<Integer> siblings, boolean tied) {
      boolean keepsRank = tied;
      List<Integer> children = new ArrayList<>();
      for (int sibling : siblings) {
        if (!tree.get(sibling).isUser()) {
          children.addAll(FairTree.siblings(tree, sibling));
          continue;
        }
        if (!keepsRank) {
          rank = unranked;
          keepsRank = true;
        }
        factors[sibling] = rank / (double) tree.users();
        unranked--;
      }
      if (!children.isEmpty()) {
        rank(children, keepsRank);
      }
    }
  }
}
