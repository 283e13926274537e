package io.gnomon.sim.policy.multiqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Traces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MultiQueueTest {
  private static final String TWO =
      "multi-queue(partitions=2, boundaries=100/1000, criteria=fixed)";

  @Test
  void aShortJobNeedNotWaitBehindALongOne() {
    // ten processors, five for each of two partitions: short (under 100 s) and long
    //   job 0, long, 10 wide: borrows the five of the short ones and runs from 0 to 500
    //   job 1, long, 10 wide, pivot of the long ones: reserved at 500 until 1000
    //   job 2, short, 2 wide, pivot of the short ones, after job 1: nothing is spare before 1000
    //   job 3, short, 1 wide: waits behind the pivot job 2 and starts with it
    JobLog log =
        JobLog.builder()
            .job(1, 0, 500, 500, 10)
            .job(2, 1, 500, 500, 10)
            .job(3, 2, 50, 50, 2)
            .job(4, 3, 50, 50, 1)
            .build();

    assertThat(Workloads.starts(log, 10, TWO)).containsExactly(0, 500, 1000, 1000);
  }

  @Test
  void theShortPartitionKeepsItsOwnPivotBesideALongQueue() {
    //   job 0, long, 6 wide, 0 to 600: its partition owns 5, so it borrows 1
    //   job 1, long, 6 wide, pivot: 4 are free, reserved at 600
    //   job 2, short, 5 wide, pivot of its partition: at 600 6 of 10 are claimed, at 1200 all are
    //          free again: reserved at 1200. In EASY it would be anybody.
    //   job 3, long, 4 wide, 600 s: it would run from 3 to 603 and meet job 1's claim at 600, when
    //          10 - 6 = 4 are left: it fits
    JobLog log =
        JobLog.builder()
            .job(1, 0, 600, 600, 6)
            .job(2, 1, 600, 600, 6)
            .job(3, 2, 50, 50, 5)
            .job(4, 3, 600, 600, 4)
            .build();

    assertThat(Workloads.starts(log, 10, TWO)).containsExactly(0, 600, 1200, 3);
  }

  @Test
  void aPivotThatOnePartitionCannotHoldTakesWhatTheOtherCanSpareForItsWholeWindow() {
    //   jobs 0 and 1 run in the long partition from 0 to 200 and from 0 to 400, 3 and 2 wide
    //   job 2, short, 4 wide, 0 to 50 in the short partition, which has 1 of its 5 left
    //   job 3, long, 4 wide, pivot: at 50 the short partition is free again, 5 are spare
    JobLog log =
        JobLog.builder()
            .job(1, 0, 200, 200, 3)
            .job(2, 0, 400, 400, 2)
            .job(3, 0, 50, 50, 4)
            .job(4, 1, 300, 300, 4)
            .build();

    assertThat(Workloads.starts(log, 10, TWO)).containsExactly(0, 0, 0, 50);
  }

  @Test
  void idleProcessorsOfAnAdoptedStateAreDealtSoThatSharesAreAsEqualAsPossible() {
    ClusterState state = new ClusterState(10);
    state.start(state.submit(0, 0, 7, 500));
    Ownership ownership = new Ownership(3);

    ownership.adopt(state, Criteria.of(100, 1000, 10_000), false);

    // partition 1 runs 7; the three idle ones go to the others in turn
    assertThat(ownership.idle()).containsExactly(2, 0, 1);
  }

  @Test
  void aPartitionNotedForARunningJobOutweighsItsEstimate() {
    ClusterState state = new ClusterState(10);
    int slot = state.submit(0, 0, 4, 500);
    state.start(slot);
    state.setPartition(slot, 0);
    Ownership ownership = new Ownership(2);

    ownership.adopt(state, Criteria.of(100, 1000), true);

    assertThat(ownership.owner(slot)).isZero();
    assertThat(ownership.idle()).containsExactly(1, 5);
  }

  @Test
  void thePivotOfAPartitionThatIsGoneKeepsItsReservation() {
    // appendix A.2: from four partitions to one, both pivots keep their reservations, so the third
    // job of the single queue may not delay either of them
    ClusterState state = new ClusterState(10);
    MultiQueue four =
        (MultiQueue) Policies.create("multi-queue(partitions=2, boundaries=100/1000)");
    four.adopt(state);
    MultiQueue one = (MultiQueue) Policies.create("multi-queue(partitions=1)");
    state.start(state.submit(0, 0, 10, 300));
    int shortPivot = state.submit(1, 0, 10, 50);
    int longPivot = state.submit(2, 0, 10, 500);

    one.succeed(four, state);

    assertThat(one.snapshot().getInts("reserved"))
        .containsExactly(state.job(shortPivot), state.job(longPivot));
  }

  @Test
  void criteriaOfASuccessorDivideThoseOfItsPredecessor() {
    MultiQueue three =
        (MultiQueue) Policies.create("multi-queue(partitions=3, boundaries=10/20/900)");
    MultiQueue two = (MultiQueue) Policies.create("multi-queue(partitions=2)");
    MultiQueue own = (MultiQueue) Policies.create("multi-queue(partitions=2, boundaries=7/70)");
    three.adopt(new ClusterState(4));

    two.succeed(three, new ClusterState(4));
    own.succeed(three, new ClusterState(4));

    assertThat(two.criteria()).isEqualTo(Criteria.of(450, 900));
    assertThat(own.criteria()).isEqualTo(Criteria.of(7, 70));
  }

  @Test
  void atTheTurnOfAWeekOtherPartitionsGetItsQuantilesAlsoAfterACheckpoint() {
    ClusterState state = new ClusterState(4);
    MultiQueue policy = (MultiQueue) Policies.create("multi-queue(partitions=2)");
    policy.adopt(state);
    for (int estimate : new int[] {10, 20, 30, 40}) {
      int slot = state.submit(estimate, 0, 1, estimate);
      policy.submitted(slot);
      state.start(slot);
      policy.started(slot);
    }
    state.advanceTo(50);
    for (int slot = 0; slot < 4; slot++) {
      policy.ended(slot, true);
      state.finish(slot);
    }
    // in the middle of a week: even ranges up to the same top (A.1)
    assertThat(policy.criteriaFor(4)).isEqualTo(Criteria.of(25_000, 50_000, 75_000, 100_000));

    state.advanceTo(WeeklyCriteria.WEEK);
    assertThat(policy.criteriaFor(4)).isEqualTo(Criteria.of(20, 30, 40, 40));
    policy.submitted(state.submit(99, state.now(), 1, 5));
    assertThat(policy.criteria()).isEqualTo(Criteria.of(30, 40));
    assertThat(policy.criteriaFor(4)).isEqualTo(Criteria.of(20, 30, 40, 40));

    MultiQueue restored = (MultiQueue) Policies.create("multi-queue(partitions=2)");
    restored.adopt(state);
    restored.restore(policy.snapshot());
    assertThat(restored.criteriaFor(4)).isEqualTo(Criteria.of(20, 30, 40, 40));
    assertThat(restored.snapshot()).isEqualTo(policy.snapshot());
    state.advanceTo(WeeklyCriteria.WEEK + 1);
    assertThat(restored.criteriaFor(4)).isEqualTo(Criteria.of(10, 20, 30, 40));
  }

  @Test
  void theNumberOfBoundariesMustEqualThePartitions() {
    assertThatThrownBy(() -> Policies.create("multi-queue(partitions=3, boundaries=1/2)"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("2 bounds and partitions is 3");
    assertThatThrownBy(() -> Policies.create("multi-queue(boundaries=x)"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("boundaries is 'x'");
  }

  @ParameterizedTest
  @CsvSource({
    "KTH-SP2-1996-2.1-cln, 100",
    "CTC-SP2-1996-3.1-cln, 512",
    "SDSC-SP2-1998-4.2-cln, 128",
    "SDSC-BLUE-2000-4.2-cln, 1152",
  })
  void onePartitionIsEasyOnTheArchivesTraces(String trace, int processors) {
    JobLog log = Traces.prepared(trace, processors, OverrunRule.EXTEND);

    Schedule general = Workloads.run(log, processors, Policies.create("multi-queue(partitions=1)"));

    assertThat(general).isEqualTo(Workloads.run(log, processors, Policies.create("easy")));
  }
}
