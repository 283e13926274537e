package io.gnomon.sim.policy.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

/** What conservative backfilling makes of changes that it did not decide, worked by hand. */
class OutsideChangesTest {
  private static final JobLog THREE =
      JobLog.builder().job(1, 0, 100, 100, 6).job(2, 1, 50, 50, 10).job(3, 2, 200, 200, 4).build();

  private ScheduleListener listener;
  private Simulation simulation;

  @Test
  void movesGuaranteesWhenCapacityIsLostAndRestored() {
    // 10 processors, job 0 runs on 6 until 100; job 1 (10 wide) is guaranteed 100, job 2 (4 wide,
    // too long for the hole) 150. At 50 two processors are lost: job 1 hinders nobody, job 2 moves
    // up to 100. At 120 they are back: job 1 waits for job 2's end at 300
    simulation = simulation(THREE, 10, "conservative");

    setProcessors(50, 8);
    setProcessors(120, 10);
    simulation.run();

    assertThat(schedule().start(2)).isEqualTo(100);
    assertThat(schedule().start(1)).isEqualTo(300);
  }

  @Test
  void aSnapshotRecordsThatCapacityHasChangedSinceTheLastPass() {
    // after a restart job 2 moves up to 100 as well, though the pass at 50 was not made before it
    simulation = simulation(THREE, 10, "conservative");
    simulation.runUntil(50);
    simulation.state().advanceTo(50);
    simulation.state().setProcessors(8);
    SchedulingPolicy restored = Policies.create("conservative");
    restored.adopt(simulation.state());
    restored.restore(simulation.policy().snapshot());

    Simulation second =
        Simulation.continuing(simulation.state(), restored, simulation.arrivals().fork(), listener);
    second.pass();
    second.runUntil(101);

    assertThat(schedule().start(2)).isEqualTo(100);
  }

  // 8 processors: job 0 answers first on all of them, until 50, and job 1 is guaranteed all then
  private static final JobLog GREEDY =
      JobLog.builder().job(1, 0, 100, 100, 4).job(2, 0, 100, 100, 4).build();

  @Test
  void aGuaranteeOfTwiceTheWidthFallsBackToTheWidthWhenTheMachineShrinks() {
    simulation = simulation(GREEDY, 8, "conservative(mold=greedy)");

    setProcessors(10, 6);
    simulation.run();

    assertThat(schedule().start(1)).isEqualTo(50);
    assertThat(schedule().processors(1)).isEqualTo(4);
    assertThat(schedule().end(1)).isEqualTo(150);
  }

  @Test
  void aGuaranteeFallsBackToHalfTheWidthWhenTheWidthIsMoreThanTheMachineHas() {
    simulation = simulation(GREEDY, 8, "conservative(mold=greedy)");

    setProcessors(10, 3);
    simulation.run();

    assertThat(schedule().start(1)).isEqualTo(50);
    assertThat(schedule().processors(1)).isEqualTo(2);
    assertThat(schedule().end(1)).isEqualTo(250);
  }

  @Test
  void killsAnAttemptAtItsDeadlineEvenIfTheEstimateIsRaised() {
    // job 2 is tried from 2 until 1000, when job 1 is guaranteed all 10. At 100 it is said to need
    // 400 s more; at 1000 it is given up and job 1 starts, job 2 when that ends
    JobLog log =
        JobLog.builder()
            .job(1, 0, 1000, 1000, 6)
            .job(2, 1, 500, 500, 10)
            .job(3, 2, 1200, 1600, 4)
            .build();
    simulation = simulation(log, 10, "conservative(speculation=0.5)");
    simulation.runUntil(100);
    ClusterState state = simulation.state();
    state.advanceTo(100);
    int first = state.running().slot(0);
    int tried = state.width(first) == 4 ? first : state.running().slot(1);

    state.modify(tried, 4, 2000);
    simulation.policy().changed(tried);
    simulation.pass();
    simulation.run();

    assertThat(schedule().start(1)).isEqualTo(1000);
    assertThat(schedule().start(2)).isEqualTo(1500);
    assertThat(schedule().lostAttempts()).isEqualTo(1);
  }

  private void setProcessors(int time, int processors) {
    simulation.runUntil(time);
    simulation.state().advanceTo(time);
    simulation.state().setProcessors(processors);
    simulation.pass();
  }

  private Schedule schedule() {
    return listener.schedule();
  }

  private Simulation simulation(JobLog log, int processors, String policy) {
    listener = new ScheduleListener(log.size());
    return Workloads.simulation(log, processors, Policies.create(policy), listener);
  }
}
