package io.gnomon.sim.priority.fairshare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ClassicFairShareProperties {
  @Property(tries = 300)
  void isTheFormulaOfTheManual(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int dampening) {
    DecayedUsage usage = usage(new Random(seed));
    AssociationTree tree = usage.tree();

    double[] factors = new ClassicFairShare(dampening).factors(usage);

    for (int index = 0; index < tree.size(); index++) {
      double expected = tree.get(index).isUser() ? plain(usage, index, dampening) : 0;
      assertThat(factors[index]).isBetween(0.0, 1.0).isCloseTo(expected, within(1e-9));
    }
  }

  // --- the formula, written down for one association at a time

  private static double plain(DecayedUsage usage, int index, int dampening) {
    double shares = shares(usage, index);
    return shares == 0 ? 0 : Math.pow(2, -effective(usage, index) / shares / dampening);
  }

  private static double shares(DecayedUsage usage, int index) {
    AssociationTree tree = usage.tree();
    if (index == AssociationTree.ROOT) {
      return 1;
    }
    double above = shares(usage, tree.parent(index));
    if (tree.get(index).usesParentShares()) {
      return above;
    }
    return above * part(tree, index);
  }

  private static double effective(DecayedUsage usage, int index) {
    AssociationTree tree = usage.tree();
    if (index == AssociationTree.ROOT) {
      return 1;
    }
    int parent = tree.parent(index);
    if (tree.get(index).usesParentShares()) {
      return effective(usage, parent);
    }
    double all = usage.of(AssociationTree.ROOT);
    double own = all == 0 ? 0 : usage.of(index) / all;
    while (parent != AssociationTree.ROOT && tree.get(parent).usesParentShares()) {
      parent = tree.parent(parent);
    }
    return parent == AssociationTree.ROOT
        ? own
        : own + (effective(usage, parent) - own) * part(tree, index);
  }

  private static double part(AssociationTree tree, int index) {
    int top = tree.parent(index);
    while (top != AssociationTree.ROOT && tree.get(top).usesParentShares()) {
      top = tree.parent(top);
    }
    int own = tree.get(index).shares();
    return own == 0 ? 0 : own / (double) sharesBelow(tree, top);
  }

  private static int sharesBelow(AssociationTree tree, int account) {
    int sum = 0;
    for (int child : tree.children(account)) {
      sum +=
          tree.get(child).usesParentShares() ? sharesBelow(tree, child) : tree.get(child).shares();
    }
    return sum;
  }

  /** Up to 12 accounts and 20 users; a share of −1 is the parent's. */
  private static DecayedUsage usage(Random random) {
    AssociationTree.Builder builder = new AssociationTree.Builder();
    int accounts = 1 + random.nextInt(12);
    for (int account = 0; account < accounts; account++) {
      int parent = random.nextInt(account + 1) - 1;
      builder.account("a" + account, parent < 0 ? "root" : "a" + parent, random.nextInt(5) - 1, 0);
    }
    int users = 1 + random.nextInt(20);
    for (int user = 0; user < users; user++) {
      builder.user("a" + random.nextInt(accounts), "u" + user, random.nextInt(5) - 1, 0);
    }
    AssociationTree tree = builder.build();
    DecayedUsage usage = new DecayedUsage(tree, 0);
    for (int index = 0; index < tree.size(); index++) {
      if (tree.get(index).isUser() && random.nextBoolean()) {
        usage.add(index, random.nextInt(1000));
      }
    }
    return usage;
  }
}
