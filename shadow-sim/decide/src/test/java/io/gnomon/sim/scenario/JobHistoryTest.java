package io.gnomon.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.nodes.Sites;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.priority.JobAccount;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobHistoryTest {
  private final JobHistory history = new JobHistory(1000, 5);

  @Test
  void replaysArrivalsWithTheKnownRuntimes() {
    history.submitted(4, 10, 8, 100, 3);
    history.submitted(5, 20, 1, 50, -1);
    history.finished(4, 60);

    Arrivals again =
        Scenario.replay(history.recent(0, 1000), 1000)
            .arrivals(1000, 2000, 70, new ClusterState(4));

    Arrival arrival = new Arrival();
    assertThat(again.nextTime()).isEqualTo(1010);
    again.take(arrival);
    assertThat(arrival.job).isEqualTo(70);
    assertThat(arrival.width).as("clipped to the machine").isEqualTo(4);
    assertThat(arrival.runtime).isEqualTo(60);
    assertThat(arrival.user).isEqualTo(3);
    assertThat(again.nextTime()).isEqualTo(1020);
    again.take(arrival);
    assertThat(arrival.runtime).as("not known yet: the estimate").isEqualTo(50);
    assertThat(again.nextTime()).isEqualTo(Simulation.NEVER);
  }

  @Test
  void keepsTheClaimsOfItsJobsInASnapshot() {
    Random random = new Random(1);
    Machine machine = Sites.machine(random, false);
    ClusterState state = new ClusterState(machine, Sites.accounts(random, machine));
    JobAccount ann = new JobAccount("u1", "", "high", 2);
    for (int job = 0; job < 2; job++) {
      int slot = state.submit(job, 0, 1, 100);
      if (job == 1) {
        state.account(slot, state.accounting().jobAccounts().of(ann));
      }
      history.submitted(state, slot);
    }
    ClusterState other = new ClusterState(machine, state.accounting().accounts());
    JobHistory restored = new JobHistory(1000, 5);

    restored.restore(history.snapshot(), other);

    Arrivals again = Scenario.replay(restored.recent(0, 10), 10).arrivals(10, 20, 5, other);
    Arrival arrival = new Arrival();
    again.take(arrival);
    assertThat(arrival.account).isEqualTo(ClusterState.NONE);
    again.take(arrival);
    assertThat(other.accounting().jobAccounts().jobAccount(arrival.account)).isEqualTo(ann);
    assertThat(restored.snapshot()).isEqualTo(history.snapshot());
  }

  @Test
  void keepsOnlyItsWindowAndItsCapacity() {
    for (int job = 0; job < 8; job++) {
      history.submitted(job, job * 10, 1, 5, -1);
    }
    assertThat(history.size()).isEqualTo(5);
    assertThat(history.oldest()).isEqualTo(30);

    history.submitted(9, 1045, 1, 5, -1);

    assertThat(history.oldest()).isEqualTo(50);
    assertThat(history.recent(60, 1045).size()).isEqualTo(2);
  }

  @Test
  void aCancelledJobIsNotRepeated() {
    history.submitted(1, 10, 1, 5, -1);
    history.submitted(2, 11, 1, 5, -1);
    history.cancelled(1);
    history.modified(2, 3, 9);

    assertThat(history.recent(0, 100).size()).isEqualTo(1);
    assertThat(history.recent(0, 100).estimates()).containsExactly(9);
  }

  @Test
  void observedRuntimesIncludeRunningJobs() {
    ClusterState live = new ClusterState(8);
    for (int job = 0; job < 4; job++) {
      history.submitted(job, 0, 2, 600, -1);
      int slot = live.submit(job, 0, 2, 600);
      if (job < 3) {
        live.start(slot);
      }
    }
    live.advanceTo(10);
    live.forEachActive(
        slot -> {
          if (live.job(slot) == 0) {
            live.finish(slot);
          }
        });
    history.finished(0, 10);
    live.advanceTo(500);

    RuntimeModel known = history.runtimes(0, live);

    // the two running jobs are the latest; their sampled runtimes are longer than 500
    int[] sampled =
        IntStream.range(0, 100).map(i -> known.sample(-1, 2, 600, 0, i / 100.0)).toArray();
    assertThat(sampled).containsOnly(10, 600);
    assertThat(Arrays.stream(sampled).filter(runtime -> runtime == 10).count()).isLessThan(50);
    assertThat(history.runtimes(1, live).sample(-1, 2, 600, 0, 0.5)).isEqualTo(600);
  }

  @Test
  void completedRuntimesExcludeJobsThatRanOrHadNotArrivedThen() {
    ClusterState then = new ClusterState(8);
    then.advanceTo(50);
    then.start(then.submit(1, 20, 2, 512));
    history.submitted(0, 10, 2, 512, 3);
    history.submitted(1, 20, 2, 512, 3);
    history.submitted(2, 60, 2, 512, 3);
    history.finished(0, 512);
    history.finished(1, 1);
    history.finished(2, 1);

    assertThat(history.completedIn(then).expected(3, 2, 512)).isEqualTo(512);
    then.advanceTo(60);
    assertThat(history.completedIn(then).expected(3, 2, 512)).as("the third").isLessThan(100);
  }

  @Test
  void aSnapshotRestoresTheHistory() {
    for (int job = 0; job < 8; job++) {
      history.submitted(job, job * 10, 1 + job, 5, -1);
      history.finished(job, 2);
    }
    JobHistory other = new JobHistory(1000, 5);

    other.restore(history.snapshot());

    assertThat(other.snapshot()).isEqualTo(history.snapshot());
    other.submitted(8, 90, 1, 5, -1);
    other.finished(7, 4);
    assertThat(other.size()).isEqualTo(5);
  }
}
