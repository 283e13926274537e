package io.gnomon.sim.priority.fairshare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class FairTreeProperties {
  private static final int ACCOUNTS = 4;

  @Property(tries = 300)
  void factorsAreRanksInTheOrderOfLevelFs(
      @ForAll @Size(12) List<@IntRange(min = 0, max = 5) Integer> shares,
      @ForAll @Size(12) List<@IntRange(min = 0, max = 3) Integer> used) {
    AssociationTree tree = tree(shares);
    DecayedUsage usage = new DecayedUsage(tree, 3600);
    for (int user = 0; user < used.size(); user++) {
      usage.add(user(tree, user), used.get(user) * 100.0);
    }

    double[] factors = new FairTree().factors(usage);
    double[] levelFs = FairTree.levelFs(usage);

    for (int user = 0; user < used.size(); user++) {
      assertThat(factors[user(tree, user)]).isGreaterThan(0).isLessThanOrEqualTo(1);
      for (int other = 0; other < used.size(); other++) {
        int ours = level(tree, user, other);
        int theirs = level(tree, other, user);
        if (levelFs[ours] > levelFs[theirs]) {
          assertThat(factors[user(tree, user)]).isGreaterThan(factors[user(tree, other)]);
        }
      }
    }
    assertThat(Arrays.stream(factors).max().orElseThrow()).isEqualTo(1);
  }

  @Property(tries = 200)
  void usageHalvesInAHalfLife(@ForAll @LongRange(min = 600, max = 10_000_000) long halfLife) {
    AssociationTree tree = new AssociationTree.Builder().user("root", "ann", 1, 0).build();
    DecayedUsage usage = new DecayedUsage(tree, halfLife);
    usage.add(1, 1e6);

    usage.decay(halfLife);

    assertThat(usage.of(1)).isCloseTo(0.5e6, withinPercentage(0.1));
    assertThat(usage.of(AssociationTree.ROOT)).isEqualTo(usage.of(1));
  }

  @Property(tries = 200)
  void accountsHaveTheUsageOfTheirUsers(
      @ForAll @Size(12) List<@IntRange(min = 0, max = 1000) Integer> rates,
      @ForAll @IntRange(min = 0, max = 299) int end) {
    AssociationTree tree = tree(rates);
    DecayedUsage usage = new DecayedUsage(tree, 0);
    UsageAccounting accounting = new UsageAccounting(usage, 0);
    for (int user = 0; user < rates.size(); user++) {
      accounting.started(user, user(tree, user), rates.get(user), 0);
    }
    accounting.recalculate(300);
    for (int user = 0; user < rates.size(); user++) {
      accounting.ended(user, 300 + end);
    }
    accounting.recalculate(600);

    int sum = rates.stream().mapToInt(Integer::intValue).sum();
    assertThat(usage.of(AssociationTree.ROOT)).isEqualTo(sum * (300.0 + end));
  }

  /** Three users in each of four accounts; an account has the shares of its first user. */
  private static AssociationTree tree(List<Integer> shares) {
    AssociationTree.Builder builder = new AssociationTree.Builder();
    for (int account = 0; account < ACCOUNTS; account++) {
      builder.account("a" + account, "root", shares.get(account), 0);
    }
    for (int user = 0; user < shares.size(); user++) {
      builder.user("a" + user % ACCOUNTS, "u" + user, shares.get(user), 0);
    }
    return builder.build();
  }

  private static int user(AssociationTree tree, int user) {
    return tree.find("a" + user % ACCOUNTS, "u" + user).orElseThrow();
  }

  /** The user, or its account where the other user has another one. */
  private static int level(AssociationTree tree, int user, int other) {
    int index = user(tree, user);
    return user % ACCOUNTS == other % ACCOUNTS ? index : tree.parent(index);
  }
}
