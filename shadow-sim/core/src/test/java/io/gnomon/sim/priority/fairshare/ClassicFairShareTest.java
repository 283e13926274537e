package io.gnomon.sim.priority.fairshare;

import static io.gnomon.sim.priority.fairshare.FairTreeTest.index;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.model.accounts.Association;
import org.junit.jupiter.api.Test;

class ClassicFairShareTest {
  /**
   * The example of the manual: accounts A (40 shares) with B (30) and C (10), and D (60) with E
   * (25) and F (35). User 1 of B has used 0.2 of the machine, user 2 of C 0.25, user 4 of E 0.25,
   * user 3 of C and user 5 of F nothing. Effective usage of A is 0.45, of B 0.2 + 0.25 · 30/40 =
   * 0.3875, of C 0.25 + 0.2 · 10/40 = 0.3, of F 0.25 · 35/60 = 0.1458.
   */
  @Test
  void computesTheExampleOfTheManual() {
    DecayedUsage usage = manual(1);

    double[] factors = new ClassicFairShare(1).factors(usage);

    AssociationTree tree = usage.tree();
    assertThat(factors[index(tree, "B", "1")]).isCloseTo(0.408479, within(1e-6));
    assertThat(factors[index(tree, "C", "2")]).isCloseTo(0.022097, within(1e-6));
    assertThat(factors[index(tree, "C", "3")]).isCloseTo(0.125, within(1e-6));
    assertThat(factors[index(tree, "E", "4")]).isCloseTo(0.5, within(1e-6));
    assertThat(factors[index(tree, "F", "5")]).isCloseTo(0.749154, within(1e-4));
    assertThat(factors[index(tree, "A", "")]).isZero();
  }

  /** With d = 3, user 3 has 2^(−3/3) = ½. */
  @Test
  void dampensUsage() {
    DecayedUsage usage = manual(1);

    assertThat(new ClassicFairShare(3).factors(usage)[index(usage.tree(), "C", "3")])
        .isCloseTo(0.5, within(1e-12));
  }

  /** Users of C then have its 0.3 effective usage and 0.1 shares: 2^(−3). */
  @Test
  void usersWithTheirParentsSharesHaveItsFactor() {
    DecayedUsage usage = manual(Association.PARENT_SHARES);

    double[] factors = new ClassicFairShare(1).factors(usage);

    assertThat(factors[index(usage.tree(), "C", "2")]).isCloseTo(0.125, within(1e-12));
    assertThat(factors[index(usage.tree(), "C", "3")]).isCloseTo(0.125, within(1e-12));
  }

  /** a1 has the whole of a, which has its parent's shares: 1 of 4 shares, used ½: 2^(−2). */
  @Test
  void childrenOfAnAccountWithItsParentsSharesCompeteWithItsSiblings() {
    AssociationTree tree =
        new AssociationTree.Builder()
            .account("a", "root", Association.PARENT_SHARES, 0)
            .user("a", "a1", 1, 0)
            .account("b", "root", 3, 0)
            .user("b", "b1", 1, 0)
            .build();
    DecayedUsage usage = new DecayedUsage(tree, 0);
    usage.add(index(tree, "a", "a1"), 10);
    usage.add(index(tree, "b", "b1"), 10);

    assertThat(new ClassicFairShare(1).factors(usage)[index(tree, "a", "a1")])
        .isCloseTo(0.25, within(1e-12));
  }

  @Test
  void usersWithoutSharesComeLast() {
    AssociationTree tree =
        new AssociationTree.Builder()
            .account("a", "root", 0, 0)
            .user("a", "a1", 1, 0)
            .user("root", "b1", 1, 0)
            .build();

    double[] factors = new ClassicFairShare(1).factors(new DecayedUsage(tree, 0));

    assertThat(factors[index(tree, "a", "a1")]).isZero();
    assertThat(factors[index(tree, "root", "b1")]).isEqualTo(1);
  }

  private static DecayedUsage manual(int sharesInC) {
    AssociationTree tree =
        new AssociationTree.Builder()
            .account("A", "root", 40, 0)
            .account("D", "root", 60, 0)
            .account("B", "A", 30, 0)
            .account("C", "A", 10, 0)
            .account("E", "D", 25, 0)
            .account("F", "D", 35, 0)
            .user("B", "1", 1, 0)
            .user("C", "2", sharesInC, 0)
            .user("C", "3", sharesInC, 0)
            .user("E", "4", 1, 0)
            .user("F", "5", 1, 0)
            .user("root", "others", 0, 0)
            .build();
    DecayedUsage usage = new DecayedUsage(tree, 0);
    usage.add(index(tree, "B", "1"), 20);
    usage.add(index(tree, "C", "2"), 25);
    usage.add(index(tree, "E", "4"), 25);
    usage.add(index(tree, "root", "others"), 30);
    return usage;
  }
}
