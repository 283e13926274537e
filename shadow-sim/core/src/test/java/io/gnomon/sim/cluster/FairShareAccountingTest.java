package io.gnomon.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.policy.nodes.Site;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.JobAccounts;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.priority.fairshare.DecayedUsage;
import io.gnomon.sim.priority.fairshare.UsageAccounting;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FairShareAccountingTest {
  private static final int PERIOD = 300;

  private static Accounts accounts(long halfLife) {
    return accounts(halfLife, UsageReset.NONE);
  }

  private static Accounts accounts(long halfLife, UsageReset reset) {
    return new Site(Machine.of(1, NodeClass.of(8, 0)))
        .account("physics")
        .account("biology")
        .users("physics", "ann")
        .users("biology", "bob")
        .settings(Site.settings(halfLife, reset, Site.weights(0, 1000, 0)))
        .qos(Qos.of("normal", 0))
        .accounts();
  }

  private static ClusterState cluster(long halfLife) {
    return new ClusterState(Machine.of(1, NodeClass.of(8, 0)), accounts(halfLife));
  }

  private static int submit(ClusterState state, int job, String user, int cpus) {
    int slot = state.submit(job, state.now(), cpus, 10_000);
    state.account(slot, state.accounting().jobAccounts().of(JobAccount.of(user)));
    return slot;
  }

  private static void start(ClusterState state, int slot) {
    Placer placer = new ConsTres(state.nodes().machine());
    Placement placement = placer.place(state.nodes().shape(slot), state.nodes().free());
    state.start(slot, placement);
  }

  private static double usage(ClusterState state, String user) {
    return state.accounting().usage().of(association(state, user));
  }

  private static int association(ClusterState state, String user) {
    JobAccounts accounts = state.accounting().jobAccounts();
    return accounts.get(accounts.of(JobAccount.of(user))).association();
  }

  /**
   * Second 0 is 23:50 of a day. 4 CPUs run from 0 s on; midnight is at 600 s. What is charged at
   * 300 s is lost; the recalculation at 600 s charges the 300 s before it, as Slurm's does.
   */
  @Test
  void beginsWithTheUsageOfItsAccounts() {
    Accounts unused = accounts(0);
    Accounts used =
        new Accounts(
            unused.tree(),
            unused.defaultAccounts(),
            unused.settings(),
            unused.basis(),
            List.of(100.0, 75.0, 25.0, 75.0, 25.0)); // root, physics, biology, ann, bob
    Machine machine = new Machine.Builder().node("n1", NodeClass.of(8, 1000)).build();

    FairShareAccounting begun = new ClusterState(machine, used).accounting();

    assertThat(begun.usage().toArray()).containsExactly(100, 75, 25, 75, 25);
    assertThat(begun.fairShare(3)).isEqualTo(0.5); // the second of two users
    assertThat(begun.fairShare(4)).isEqualTo(1);
    assertThat(new ClusterState(machine, unused).accounting().usage().of(0)).isZero();
  }

  @Test
  void setsUsageToZeroAtMidnight() {
    ClusterState state =
        new ClusterState(Machine.of(1, NodeClass.of(8, 0)), accounts(0, UsageReset.DAILY));
    state.accounting().date(86_400 - 600, ZoneOffset.UTC);
    start(state, submit(state, 0, "ann", 4));

    state.advanceTo(599);
    assertThat(usage(state, "ann")).isEqualTo(4 * 300.0);
    ClusterState fork = state.fork();
    state.advanceTo(600);
    fork.advanceTo(600);

    assertThat(usage(state, "ann")).isEqualTo(4 * 300.0);
    assertThat(usage(fork, "ann")).isEqualTo(4 * 300.0);
    state.advanceTo(900);
    assertThat(usage(state, "ann")).isEqualTo(4 * 600.0);
  }

  @Test
  void setsUsageToZeroWhileNothingRuns() {
    ClusterState state =
        new ClusterState(Machine.of(1, NodeClass.of(8, 0)), accounts(0, UsageReset.MONTHLY));
    state.accounting().date(0, ZoneOffset.UTC); // 1 January 1970
    int slot = submit(state, 0, "ann", 4);
    start(state, slot);
    state.advanceTo(1000);
    state.finish(slot);

    state.advanceTo(31 * 86_400 - 1);
    assertThat(usage(state, "ann")).isEqualTo(4 * 1000.0);
    state.advanceTo(31 * 86_400 + PERIOD);
    assertThat(usage(state, "ann")).isZero();
  }

  /** 4 CPUs from 100 to 450 s, without decay: 200 s until the recalculation, 150 s after it. */
  @Test
  void chargesAtRecalculationsAndAtTheEnd() {
    ClusterState state = cluster(0);
    state.advanceTo(100);
    int slot = submit(state, 0, "ann", 4);
    start(state, slot);

    state.advanceTo(299);
    assertThat(usage(state, "ann")).isZero();
    state.advanceTo(449);
    assertThat(usage(state, "ann")).isEqualTo(4 * 200.0);
    state.advanceTo(450);
    state.finish(slot);
    assertThat(usage(state, "ann")).isEqualTo(4 * 350.0);
    assertThat(state.accounting().usage().of(AssociationTree.ROOT)).isEqualTo(4 * 350.0);
  }

  @Test
  void fairShareFollowsUsageAtRecalculationsOnly() {
    ClusterState state = cluster(0);
    int ann = association(state, "ann");
    int bob = association(state, "bob");
    int slot = submit(state, 0, "ann", 1);
    start(state, slot);
    state.advanceTo(10);
    state.finish(slot);
    assertThat(state.accounting().fairShare(ann)).isEqualTo(1);

    state.advanceTo(PERIOD);

    assertThat(state.accounting().fairShare(ann)).isEqualTo(0.5);
    assertThat(state.accounting().fairShare(bob)).isEqualTo(1);
  }

  @Test
  void aForkHasUsageOfItsOwn() {
    ClusterState state = cluster(0);
    int slot = submit(state, 0, "ann", 2);
    start(state, slot);
    state.advanceTo(PERIOD);
    ClusterState fork = state.fork();

    fork.advanceTo(2 * PERIOD);
    fork.cancel(slot);

    assertThat(usage(fork, "ann")).isEqualTo(2.0 * 2 * PERIOD);
    assertThat(usage(state, "ann")).isEqualTo(2.0 * PERIOD);
  }

  @Test
  void ageCountsFromTheReleaseOfAHeldJob() {
    ClusterState state = cluster(0);
    int slot = submit(state, 0, "ann", 1);
    state.hold(slot);
    state.advanceTo(50);
    state.release(slot);

    assertThat(state.eligibleTime(slot)).isEqualTo(50);
  }

  @Test
  void ageCountsFromTheReturnToTheQueueAlsoInASnapshot() {
    ClusterState state = cluster(0);
    int slot = submit(state, 0, "ann", 1);
    int held = submit(state, 1, "ann", 1);
    start(state, slot);
    state.hold(held);
    state.advanceTo(50);
    state.requeue(slot);

    ClusterState restored = StateSnapshot.restored(StateSnapshot.of(state), state);
    restored.advanceTo(70);
    restored.release(held);

    assertThat(restored.eligibleTime(slot)).isEqualTo(50);
    assertThat(restored.eligibleTime(held)).isEqualTo(70);
  }

  /** Jobs start, stop, are suspended, resumed and requeued at random. */
  @Property(tries = 100, seed = "1")
  void chargesLikeThePlainVersion(@ForAll Random random) {
    long halfLife = random.nextInt(3) * 1000L;
    ClusterState state = cluster(halfLife);
    DecayedUsage plainUsage = new DecayedUsage(accounts(halfLife).tree(), halfLife);
    UsageAccounting plain = new UsageAccounting(plainUsage, 0);
    List<Integer> running = new ArrayList<>();
    List<Integer> suspended = new ArrayList<>();
    int job = 0;
    for (int step = 0; step < 60; step++) {
      int time = state.now() + random.nextInt(200);
      while (plain.recalculatedSeconds() + PERIOD <= time) {
        plain.recalculate(plain.recalculatedSeconds() + PERIOD);
      }
      state.advanceTo(time);
      int cpus = 1 + random.nextInt(3);
      if (random.nextBoolean() && state.freeProcessors() >= cpus) {
        int slot = submit(state, job++, random.nextBoolean() ? "ann" : "bob", cpus);
        start(state, slot);
        running.add(slot);
        plain.started(slot, state.accounting().account(slot).association(), cpus, time);
      } else if (!suspended.isEmpty() && state.canResume(suspended.get(0))) {
        int slot = suspended.remove(0);
        state.resume(slot);
        running.add(slot);
        int held = state.heldProcessors(slot);
        plain.started(slot, state.accounting().account(slot).association(), held, time);
      } else if (!running.isEmpty()) {
        int slot = running.remove(random.nextInt(running.size()));
        plain.ended(slot, time);
        if (random.nextBoolean()) {
          state.suspend(slot);
          suspended.add(slot);
        } else {
          state.finish(slot);
        }
      }
    }
    for (int association = 0; association < plainUsage.tree().size(); association++) {
      assertThat(state.accounting().usage().of(association))
          .isCloseTo(plainUsage.of(association), within(1e-6 * (1 + plainUsage.of(0))));
    }
  }
}
