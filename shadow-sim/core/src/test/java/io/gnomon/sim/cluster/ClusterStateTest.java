package io.gnomon.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.eligibility.WaitingReason;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterStateTest {
  private final ClusterState state = new ClusterState(10);
  private int job;

  @BeforeEach
  void submitOne() {
    job = state.submit(7, 0, 4, 100);
    state.advanceTo(20);
  }

  @Test
  void aJobIsSubmittedStartsAndFinishes() {
    assertThat(state.phase(job)).isEqualTo(JobPhase.WAITING);
    assertThat(state.waiting().first()).isEqualTo(job);

    state.start(job);

    assertThat(state.phase(job)).isEqualTo(JobPhase.RUNNING);
    assertThat(state.freeProcessors()).isEqualTo(6);
    assertThat(state.startTime(job)).isEqualTo(20);
    assertThat(state.expectedEnd(job)).isEqualTo(120);
    assertThat(state.waiting().isEmpty()).isTrue();

    state.advanceTo(90);
    state.finish(job);

    assertThat(state.freeProcessors()).isEqualTo(10);
    assertThat(state.activeCount()).isZero();
    assertThat(state.occupied(job)).isFalse();
  }

  @Test
  void aSuspendedJobKeepsItsServedTimeAndReleasesItsProcessors() {
    state.start(job);
    state.advanceTo(50);
    state.suspend(job);

    assertThat(state.freeProcessors()).isEqualTo(10);
    assertThat(state.servedSeconds(job)).isEqualTo(30);
    assertThat(state.suspendedCount()).isEqualTo(1);

    state.advanceTo(200);
    state.resume(job);

    assertThat(state.freeProcessors()).isEqualTo(6);
    assertThat(state.expectedEnd(job)).isEqualTo(270);
    assertThat(state.suspendedCount()).isZero();
  }

  @Test
  void aReleasedJobReturnsToItsPlaceInArrivalOrder() {
    int later = state.submit(8, 20, 1, 10);
    state.hold(job);
    assertThat(state.waiting().first()).isEqualTo(later);
    assertThat(state.heldCount()).isEqualTo(1);

    state.release(job);

    assertThat(state.waiting().first()).isEqualTo(job);
    assertThat(state.waiting().next(job)).isEqualTo(later);
  }

  @Test
  void aMoldedStartUsesTheGivenWidthAndTime() {
    state.start(job, 2, 200);

    assertThat(state.heldProcessors(job)).isEqualTo(2);
    assertThat(state.width(job)).isEqualTo(4);
    assertThat(state.freeProcessors()).isEqualTo(8);
    assertThat(state.expectedEnd(job)).isEqualTo(220);
  }

  @Test
  void lostCapacityMakesFreeProcessorsNegativeUntilJobsEnd() {
    state.start(job);

    state.setProcessors(3);

    assertThat(state.freeProcessors()).isEqualTo(-1);
    state.finish(job);
    assertThat(state.freeProcessors()).isEqualTo(3);
  }

  @Test
  void rejectsIllegalTransitionsWithoutChanges() {
    refused(ClusterState::finish, "job 7 is WAITING and cannot finish");
    refused(ClusterState::suspend, "job 7 is WAITING and cannot be suspended");
    refused(ClusterState::resume, "job 7 is WAITING and cannot resume");
    refused(ClusterState::release, "job 7 is WAITING and cannot be released");
    refused(ClusterState::requeue, "job 7 is WAITING and cannot");
    refused((cluster, slot) -> cluster.start(slot, 11, 5), "10 are free");
    refused((cluster, slot) -> cluster.modify(slot, 0, 5), "width 0");
    refused((cluster, slot) -> cluster.submit(9, 21, 1, 1), "the clock is at 20");

    state.start(job);

    refused(ClusterState::start, "job 7 is RUNNING and cannot start");
    refused(ClusterState::hold, "job 7 is RUNNING and cannot be held");
    refused((cluster, slot) -> cluster.modify(slot, 5, 100), "cannot change its width");
  }

  @Test
  void timeDoesNotGoBack() {
    assertThatThrownBy(() -> state.advanceTo(19)).hasMessageContaining("the clock is at 20");
  }

  private void refused(ObjIntConsumer<ClusterState> transition, String message) {
    long before = state.hash();
    assertThatThrownBy(() -> transition.accept(state, job))
        .isInstanceOf(IllegalTransitionException.class)
        .hasMessageContaining(message);
    assertThat(state.hash()).isEqualTo(before);
  }

  @Test
  void aHeldJobThatCannotStartStaysHeldAsItWas() {
    ClusterState state = new ClusterState(4);
    int slot = state.submit(1, 0, 8, 60);
    state.hold(slot, WaitingReason.DEPENDENCY);
    long before = state.hash();

    assertThatThrownBy(() -> state.startHeld(slot, 8, 60))
        .isInstanceOf(IllegalTransitionException.class)
        .hasMessageContaining("4 are free");

    assertThat(state.hash()).isEqualTo(before);
    assertThat(state.waitingReason(slot)).isEqualTo(WaitingReason.DEPENDENCY);
    state.startHeld(slot, 4, 60);
    assertThat(state.phase(slot)).isEqualTo(JobPhase.RUNNING);
    assertThat(state.heldCount()).isZero();
  }
}
