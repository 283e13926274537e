package io.gnomon.sim.priority.fairshare;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.limits.ResourceLimit;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssociationTreeTest {
  private static final Limits TWO_JOBS = Limits.NONE.with(LimitKind.JOBS, 2);

  private static Association account(String name, String parent, long priority, Limits limits) {
    return new Association(name, "", parent, 1, priority, limits);
  }

  private static Association user(String account, long priority, Limits limits) {
    return new Association(account, "ann", "", 1, priority, limits, List.of(), "");
  }

  /** Limits of groups stay those of the account: its group holds the jobs of its children. */
  @Test
  void associationsHaveWhatTheAccountsAboveHaveAndTheyDoNot() {
    Limits ofPhysics = TWO_JOBS.with(LimitKind.GROUP_JOBS, 9).with(LimitKind.JOB_TRES, "cpu", 4);
    Association physics =
        new Association("physics", "", "", 60, 5, ofPhysics, List.of("high", "normal"), "normal");
    AssociationTree tree =
        AssociationTree.of(
            List.of(
                physics,
                account("optics", "physics", Association.INHERITED, Limits.NONE),
                user("optics", Association.INHERITED, Limits.NONE.with(LimitKind.JOBS, 7)),
                user("physics", 3, Limits.NONE)));

    Association ann = tree.get(tree.find("optics", "ann").orElseThrow());
    assertThat(ann.priority()).isEqualTo(5);
    assertThat(ann.limits())
        .isEqualTo(Limits.NONE.with(LimitKind.JOB_TRES, "cpu", 4).with(LimitKind.JOBS, 7));
    assertThat(ann.allowedQos()).containsExactly("high", "normal");
    assertThat(ann.defaultQos()).isEqualTo("normal");
    assertThat(tree.get(tree.find("physics", "").orElseThrow())).isEqualTo(physics);
    assertThat(tree.get(tree.find("physics", "ann").orElseThrow()).priority()).isEqualTo(3);
  }

  @Test
  void whatIsSetForTheRootHoldsForAll() {
    AssociationTree tree =
        new AssociationTree.Builder(account(Association.ROOT, "", 8, TWO_JOBS))
            .add(account("physics", "", Association.INHERITED, Limits.NONE))
            .build();

    assertThat(tree.all()).extracting(Association::priority).containsExactly(8L, 8L);
    assertThat(tree.all()).extracting(Association::limits).containsOnly(TWO_JOBS);
    assertThat(tree.with(one -> one.withLimits(Limits.NONE)).all())
        .extracting(Association::limits)
        .containsOnly(Limits.NONE);
  }

  @Test
  void associationsWithoutAPriorityAnywhereHavePriority0() {
    AssociationTree tree =
        AssociationTree.of(List.of(account("physics", "", Association.INHERITED, Limits.NONE)));

    assertThat(tree.all()).extracting(Association::priority).containsExactly(0L, 0L);
  }

  @Test
  void theLastOfTwoLimitsOnTheSameCountsAndTheirOrderDoesNot() {
    ResourceLimit cpus = new ResourceLimit(LimitKind.GROUP_TRES, "cpu", 4);
    ResourceLimit three = new ResourceLimit(LimitKind.JOBS, null, 3);

    assertThat(new Limits(List.of(three, cpus))).isEqualTo(new Limits(List.of(cpus, three)));
    assertThat(new Limits(List.of(three, cpus)))
        .hasSameHashCodeAs(new Limits(List.of(cpus, three)));
    assertThat(
            new Limits(List.of(three, new ResourceLimit(LimitKind.JOBS, null, 5)))
                .of(LimitKind.JOBS))
        .contains(5L);
    assertThat(TWO_JOBS.over(new Limits(List.of(three, cpus))))
        .isEqualTo(TWO_JOBS.with(LimitKind.GROUP_TRES, "cpu", 4));
  }
}
