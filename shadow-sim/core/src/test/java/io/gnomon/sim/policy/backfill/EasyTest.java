package io.gnomon.sim.policy.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

/** Ten processors, five jobs, worked by hand. */
class EasyTest {
  // job  submit  width  estimate = runtime
  //   0       0      6        100   starts at 0; 4 are free
  //   1       1     10         50   blocked: must wait for job 0 at 100 (the shadow time); 0 extra
  //   2       2      4        200   would hold its 4 beyond 100, and none is extra: waits
  //   3       3      4         97   3 + 97 = 100, just in time: backfills at 3
  //   4       4      1         10   nothing is free until 100
  private static final JobLog FIVE =
      JobLog.builder()
          .job(1, 0, 100, 100, 6)
          .job(2, 1, 50, 50, 10)
          .job(3, 2, 200, 200, 4)
          .job(4, 3, 97, 97, 4)
          .job(5, 4, 10, 10, 1)
          .build();

  @Test
  void backfillsBehindABlockedHeadWithoutDelayingIt() {
    assertThat(Workloads.starts(FIVE, 10, "easy")).containsExactly(0, 100, 150, 3, 150);
  }

  @Test
  void letsALongJobUseProcessorsThatAreExtraAtTheShadowTime() {
    // the head needs 8 at 100, so 2 of the 10 are extra: job 2 fits into them for ever
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 100, 6)
            .job(2, 1, 50, 50, 8)
            .job(3, 2, 500, 500, 2)
            .job(4, 3, 500, 500, 1)
            .build();

    assertThat(Workloads.starts(log, 10, "easy")).containsExactly(0, 100, 2, 150);
  }

  @Test
  void expectsAJobBeyondItsEstimateToEndAtTheNextSecond() {
    // job 0 says 10 and runs 100; at 20 it is expected to end at 21, so job 2, which needs two
    // seconds, would delay the head and one that needs one second would not
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 10, 6)
            .job(2, 5, 50, 50, 10)
            .job(3, 20, 2, 2, 4)
            .job(4, 30, 1, 1, 4)
            .build();

    assertThat(Workloads.starts(log, 10, "easy")).containsExactly(0, 100, 150, 30);
  }

  @Test
  void startsEveryFittingJobWithoutAReservation() {
    // job 2 takes the four that are free at 2, until 202; at 100 jobs 3 and 4 fit into what job 0
    // leaves, and job 1, which needs all ten, waits for all of them
    assertThat(Workloads.starts(FIVE, 10, "easy(head=none)")).containsExactly(0, 202, 2, 100, 100);
  }

  @Test
  void startsFittingJobsInOrder() {
    // at 10 all are free: the shortest is job 3, beside which no job fits, then job 2 at 80, then
    // job 1; as they came it is job 1, beside which no job fits, then job 2 at 100, then job 3
    JobLog log =
        JobLog.builder()
            .job(1, 0, 10, 10, 10)
            .job(2, 1, 90, 90, 5)
            .job(3, 2, 80, 80, 7)
            .job(4, 3, 70, 70, 6)
            .build();

    assertThat(Workloads.starts(log, 10, "easy(head=none, order=shortest)"))
        .containsExactly(0, 160, 80, 10);
    assertThat(Workloads.starts(log, 10, "easy(head=none)")).containsExactly(0, 10, 100, 180);
  }

  @Test
  void startsAWideJobAsSoonAsItFitsBeforeApplyingTheOrder() {
    // at 100 job 0 leaves, and the shortest, job 1, could have all ten. Job 3 is wide: it takes six
    // until 300, job 2 the four beside it for as long, and job 1 comes after them
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 100, 6)
            .job(2, 1, 20, 20, 10)
            .job(3, 2, 200, 200, 4)
            .job(4, 3, 200, 200, 6)
            .build();

    assertThat(Workloads.starts(log, 10, "easy(head=order, order=shortest)"))
        .containsExactly(0, 100, 120, 120);
    assertThat(Workloads.starts(log, 10, "easy(head=order, order=shortest, wide=6, long=30s)"))
        .containsExactly(0, 300, 100, 100);
    // no job is as wide as eleven, nor is job 3 longer than 200 s
    assertThat(Workloads.starts(log, 10, "easy(head=order, order=shortest, wide=11, long=0s)"))
        .containsExactly(0, 100, 120, 120);
    assertThat(Workloads.starts(log, 10, "easy(head=order, order=shortest, wide=6, long=200s)"))
        .containsExactly(0, 100, 120, 120);
  }

  @Test
  void reservesForAWideJobPastItsPatience() {
    // job 1 needs all ten. Job 2 passes it at 2; at 60 it has waited for 59 s and job 3 could pass
    // as well, which would put it off from 102 to 160
    JobLog log =
        JobLog.builder()
            .job(1, 0, 60, 60, 4)
            .job(2, 1, 10, 10, 10)
            .job(3, 2, 100, 100, 6)
            .job(4, 55, 100, 100, 4)
            .build();
    String best = "easy(head=none, order=shortest, wide=8, long=0s";

    assertThat(Workloads.starts(log, 10, best + ")")).containsExactly(0, 160, 2, 60);
    assertThat(Workloads.starts(log, 10, best + ", patience=50s)")).containsExactly(0, 102, 2, 112);
    assertThat(Workloads.starts(log, 10, best + ", patience=0s)")).containsExactly(0, 60, 70, 70);
  }

  @Test
  void aWideJobWiderThanTheMachineBlocksNoJob() {
    // two of the ten have failed. Job 0 asks for all ten and waits for ever; job 2 asks for eight
    // and has waited for 30 s when job 1 ends at 40, so that job 3 does not pass it
    JobLog log =
        JobLog.builder()
            .job(1, 1, 10, 10, 10)
            .job(2, 2, 38, 38, 4)
            .job(3, 3, 10, 10, 8)
            .job(4, 39, 50, 50, 4)
            .build();
    ClusterState state = new ClusterState(10);
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation =
        new Simulation(
            state,
            Policies.create("easy(head=none, order=shortest, wide=8, long=0s, patience=30s)"),
            new LogArrivals(log),
            listener);
    state.setProcessors(8);

    simulation.runUntil(1000);

    assertThat(listener.schedule().start(1)).isEqualTo(2);
    assertThat(listener.schedule().start(2)).isEqualTo(40);
    assertThat(listener.schedule().start(3)).isEqualTo(50);
    assertThat(state.waiting().size()).isEqualTo(1);
  }

  @Test
  void startsNoLaterJobFirstInFirstComeFirstServed() {
    assertThat(Workloads.starts(FIVE, 10, "fcfs")).containsExactly(0, 100, 150, 150, 150);
  }
}
