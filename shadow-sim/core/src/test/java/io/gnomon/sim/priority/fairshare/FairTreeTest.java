package io.gnomon.sim.priority.fairshare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.model.accounts.Association;
import org.junit.jupiter.api.Test;

class FairTreeTest {
  /** Physics has 3 of 4 shares and used half: (3/4) / (1/2) = 1.5. Biology: (1/4) / (1/2) = 0.5. */
  @Test
  void ranksTheUsersOfTheAccountThatIsFurtherBelowItsShareFirst() {
    AssociationTree tree =
        new AssociationTree.Builder()
            .account("physics", "root", 3, 0)
            .user("physics", "ann", 1, 0)
            .user("physics", "bob", 1, 0)
            .account("biology", "root", 1, 0)
            .user("biology", "eve", 1, 0)
            .user("biology", "joe", 1, 0)
            .build();
    DecayedUsage usage = new DecayedUsage(tree, 3600);
    usage.add(index(tree, "physics", "ann"), 75);
    usage.add(index(tree, "physics", "bob"), 25);
    usage.add(index(tree, "biology", "eve"), 100);

    double[] levelFs = FairTree.levelFs(usage);
    double[] factors = new FairTree().factors(usage);

    assertThat(levelFs[index(tree, "physics", "")]).isEqualTo(1.5);
    assertThat(levelFs[index(tree, "biology", "")]).isEqualTo(0.5);
    assertThat(levelFs[index(tree, "physics", "ann")]).isCloseTo(0.5 / 0.75, within(1e-12));
    assertThat(levelFs[index(tree, "physics", "bob")]).isEqualTo(2);
    assertThat(levelFs[index(tree, "biology", "joe")]).isInfinite();
    assertThat(factors[index(tree, "physics", "bob")]).isEqualTo(1);
    assertThat(factors[index(tree, "physics", "ann")]).isEqualTo(0.75);
    assertThat(factors[index(tree, "biology", "joe")]).isEqualTo(0.5);
    assertThat(factors[index(tree, "biology", "eve")]).isEqualTo(0.25);
  }

  @Test
  void childrenOfTiedAccountsAreRankedTogether() {
    AssociationTree tree =
        new AssociationTree.Builder()
            .account("a", "root", 1, 0)
            .user("a", "a1", 1, 0)
            .user("a", "a2", 1, 0)
            .account("b", "root", 1, 0)
            .user("b", "b1", 3, 0)
            .user("b", "b2", 1, 0)
            .build();
    DecayedUsage usage = new DecayedUsage(tree, 0);
    for (String account : new String[] {"a", "b"}) {
      usage.add(index(tree, account, account + "1"), 50);
      usage.add(index(tree, account, account + "2"), 50);
    }

    double[] factors = new FairTree().factors(usage);

    // LevelFS: b1 (3/4)/(1/2) = 1.5; a1 and a2 1; b2 0.5
    assertThat(factors[index(tree, "b", "b1")]).isEqualTo(1);
    assertThat(factors[index(tree, "a", "a1")]).isEqualTo(0.75);
    assertThat(factors[index(tree, "a", "a2")]).isEqualTo(0.75);
    assertThat(factors[index(tree, "b", "b2")]).isEqualTo(0.25);
  }

  @Test
  void anAccountWithItsParentsSharesLeavesItsUsersBesideItsSiblings() {
    AssociationTree tree =
        new AssociationTree.Builder()
            .account("a", "root", Association.PARENT_SHARES, 0)
            .user("a", "a1", 1, 0)
            .account("b", "root", 1, 0)
            .user("b", "b1", 1, 0)
            .build();
    DecayedUsage usage = new DecayedUsage(tree, 0);
    usage.add(index(tree, "a", "a1"), 30);
    usage.add(index(tree, "b", "b1"), 10);

    double[] levelFs = FairTree.levelFs(usage);

    assertThat(levelFs[index(tree, "a", "a1")]).isCloseTo(0.5 / 0.75, within(1e-12));
    assertThat(levelFs[index(tree, "b", "")]).isEqualTo(2);
    assertThat(new FairTree().factors(usage)[index(tree, "b", "b1")]).isEqualTo(1);
  }

  static int index(AssociationTree tree, String account, String user) {
    return tree.find(account, user).orElseThrow();
  }
}
