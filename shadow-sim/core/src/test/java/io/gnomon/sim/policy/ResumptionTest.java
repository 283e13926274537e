package io.gnomon.sim.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

/** Suspended jobs under policies that do not preempt. */
class ResumptionTest {
  @Test
  void aSuspendedJobThatFitsResumesBeforeOtherJobsStart() {
    ClusterState state = new ClusterState(10);
    int suspended = suspended(state, 0, 8);
    int waiting = state.submit(1, 0, 4, 50);

    simulation(state).pass();

    assertThat(state.phase(suspended)).isEqualTo(JobPhase.RUNNING);
    assertThat(state.phase(waiting)).isEqualTo(JobPhase.WAITING);
  }

  @Test
  void aSuspendedJobWiderThanTheMachineBlocksNoJobAndResumesWhenItFits() {
    ClusterState state = new ClusterState(10);
    int suspended = suspended(state, 0, 8);
    int waiting = state.submit(1, 0, 4, 50);
    state.setProcessors(6);
    Simulation simulation = simulation(state);

    simulation.pass();
    assertThat(state.phase(waiting)).isEqualTo(JobPhase.RUNNING);
    simulation.run();
    assertThat(state.phase(suspended)).isEqualTo(JobPhase.SUSPENDED);

    state.setProcessors(8);
    simulation.pass();
    simulation.run();
    assertThat(state.activeCount()).isZero();
  }

  private static int suspended(ClusterState state, int job, int width) {
    int slot = state.submit(job, 0, width, 100);
    state.start(slot);
    state.suspend(slot);
    return slot;
  }

  private static Simulation simulation(ClusterState state) {
    return new Simulation(
        state,
        Policies.create("conservative"),
        new LogArrivals(JobLog.builder().build()),
        new ScheduleListener(2));
  }
}
