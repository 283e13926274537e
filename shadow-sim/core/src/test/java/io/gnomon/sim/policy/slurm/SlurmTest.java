package io.gnomon.sim.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

/** Ten processors, worked by hand. Main passes 3 s apart, backfill passes at 0, 30, 60, 90, ... */
class SlurmTest {
  // job  submit  width  estimate
  //   0       0      6       100   the first pass starts it at 0
  //   1       1     10        50   the main pass at 3 leaves it, backfill reserves from 100 on
  //   2       5      4        60   the main pass at 6 is blocked by job 1; at 30 it fits until 90
  //   3       6      4        80   30 + 80 > 100: after job 1
  private static final JobLog FOUR =
      JobLog.builder()
          .job(1, 0, 100, 100, 6)
          .job(2, 1, 50, 50, 10)
          .job(3, 5, 60, 60, 4)
          .job(4, 6, 80, 80, 4)
          .build();

  @Test
  void backfillStartsJobsThatDelayNoEarlierJobAtItsInterval() {
    assertThat(starts(FOUR, "slurm(bf_resolution=10s, end-window=0s)"))
        .containsExactly(0, 100, 30, 150);
  }

  @Test
  void theBuiltinSchedulerStopsAtTheFirstThatDoesNotFit() {
    assertThat(starts(FOUR, "slurm(scheduler=builtin)")).containsExactly(0, 100, 150, 150);
  }

  @Test
  void eventsCauseMainPassesThatAreSomeSecondsApart() {
    // a pass at 0 for job 0; jobs 1 and 2 ask for one, which comes at 3; job 3's, at 20, is at once
    JobLog log =
        JobLog.builder()
            .job(1, 0, 10, 10, 1)
            .job(2, 1, 50, 50, 1)
            .job(3, 2, 50, 50, 1)
            .job(4, 20, 50, 50, 1)
            .build();

    assertThat(starts(log, "slurm")).containsExactly(0, 3, 3, 20);
    assertThat(starts(log, "slurm(batch_sched_delay=0s)")).containsExactly(0, 1, 2, 20);
  }

  @Test
  void backfillTestsOnlySoManyJobsOfAPartition() {
    // job 1 is tested and reserves, the others are not
    assertThat(starts(FOUR, "slurm(bf_resolution=10s, end-window=0s, bf_max_job_part=1)"))
        .containsExactly(0, 100, 150, 150);
  }

  @Test
  void aNewJobKeepsNoProcessorsFromLaterJobs() {
    // the main pass at 6 passes over job 1, and job 2 has the 4 free processors until 66. Job 3 has
    // them then, until 146
    assertThat(starts(FOUR, "slurm(bf_min_age_reserve=1h)")).containsExactly(0, 146, 6, 66);
  }

  @Test
  void mainPassesAreLimitedInDepthInStartsAndInNumber() {
    JobLog three =
        JobLog.builder()
            .job(1, 0, 100, 100, 1)
            .job(2, 0, 100, 100, 1)
            .job(3, 0, 100, 100, 1)
            .build();

    // a pass over the whole queue at 60; job 1 ends at 100
    assertThat(starts(three, "slurm(scheduler=builtin, sched_max_job_start=1)"))
        .containsExactly(0, 60, 100);
    assertThat(starts(three, "slurm(scheduler=builtin, partition_job_depth=1)"))
        .containsExactly(0, 100, 200);
    JobLog log =
        JobLog.builder().job(1, 0, 50, 50, 1).job(2, 1, 50, 50, 1).job(3, 11, 50, 50, 1).build();
    assertThat(starts(log, "slurm(scheduler=builtin, sched_min_interval=10000000)"))
        .containsExactly(0, 10, 20);
  }

  @Test
  void aPassThatPausesContinuesAfterAChangeIfItIsSetSo() {
    // 20 s for each job, and a pause of 0.5 s. The pass at 30 tests job 2, which reserves from 500
    // on, until 50. At 50.5 it would test job 3, which fits, but job 4 was submitted in between.
    // The
    // next pass begins 30 s later, at 80.5, and tests job 3 at 101, until 121. That at 151 is
    // interrupted by the end of job 3; that at 201.5 tests job 4 at 222.
    // If passes continue, job 3 starts at 51, the pass ends at 70.5, and the next one begins at
    // 100.5 and tests job 4 at 121
    JobLog log =
        JobLog.builder()
            .job(1, 0, 500, 500, 6)
            .job(2, 1, 50, 50, 10)
            .job(3, 2, 60, 60, 4)
            .job(4, 40, 60, 60, 4)
            .build();

    assertThat(starts(log, "slurm(test-ms=20000)")).containsExactly(0, 500, 101, 222);
    assertThat(starts(log, "slurm(test-ms=20000, bf_continue=true)"))
        .containsExactly(0, 500, 51, 121);
    assertThat(starts(log, "slurm(test-ms=20000, bf_max_time=10s)"))
        .as("job 2 only")
        .containsExactly(0, 500, 550, 550);
  }

  @Test
  void reservationsBeginAtMultiplesOfTheResolution() {
    // job 1 is reserved from 105 on, at a resolution of a minute from 60: job 2 may not run to 90
    JobLog log =
        JobLog.builder().job(1, 0, 105, 105, 6).job(2, 1, 50, 50, 10).job(3, 2, 60, 60, 4).build();

    assertThat(starts(log, "slurm(bf_resolution=1s, end-window=0s)")).containsExactly(0, 105, 30);
    assertThat(starts(log, "slurm(bf_resolution=60s, end-window=0s)")).containsExactly(0, 105, 155);
  }

  @Test
  void reservationsTakeWholeNodes() {
    // job 1 needs 6 of the 10 from 100 on; on nodes of 5 it is reserved both, and job 2 must wait
    JobLog log =
        JobLog.builder().job(1, 0, 100, 100, 6).job(2, 1, 50, 50, 6).job(3, 2, 500, 500, 4).build();

    assertThat(starts(log, "slurm(bf_resolution=10s, reserve=any)")).containsExactly(0, 100, 30);
    assertThat(starts(log, "slurm(bf_resolution=10s, cores-per-node=5, reserve=any)"))
        .containsExactly(0, 100, 100);
  }

  @Test
  void aReservationHoldsSomeNodesThatAreIdleNow() {
    // job 1's 5 of 10 are reserved from 100 on. Of the 10 that are free then 4 are idle at 30, so
    // of
    // the 5 it holds 2, and 2 are left for jobs that run beyond 100; job 2 needs 3 and, for itself,
    // gets them when job 0 ends
    JobLog log =
        JobLog.builder().job(1, 0, 100, 100, 6).job(2, 1, 50, 50, 5).job(3, 2, 500, 500, 3).build();

    assertThat(starts(log, "slurm(bf_resolution=10s)")).containsExactly(0, 100, 100);
    assertThat(starts(log, "slurm(bf_resolution=10s, reserve=any)")).containsExactly(0, 100, 30);
  }

  @Test
  void aJobMustEndASecondBeforeAReservationBegins() {
    // 30 + 70 is the second at which job 1 is reserved for
    JobLog log =
        JobLog.builder().job(1, 0, 100, 100, 6).job(2, 1, 50, 50, 10).job(3, 2, 70, 70, 4).build();

    assertThat(starts(log, "slurm(bf_resolution=10s, end-window=0s)")).containsExactly(0, 100, 150);
    assertThat(starts(log, "slurm(bf_resolution=10s, end-window=0s, gap=0s)"))
        .containsExactly(0, 100, 30);
  }

  @Test
  void expectedEndsThatAreCloseCountAsOne() {
    // job 2 needs the end at 100. Taken with the one at 120 it is reserved from 120 on, and job 3
    // fits before, from 30 to 115; job 2 then has its processors at 115
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 100, 4)
            .job(2, 0, 120, 120, 4)
            .job(3, 1, 50, 50, 6)
            .job(4, 2, 85, 85, 2)
            .build();

    assertThat(starts(log, "slurm(bf_resolution=1s, end-window=0s)"))
        .containsExactly(0, 0, 100, 120);
    assertThat(starts(log, "slurm(bf_resolution=1s)")).containsExactly(0, 0, 115, 30);
  }

  @Test
  void theSpanInWhichEndsCountAsOneGrows() {
    // 8 jobs end at 100, 125, ..., 275. The first end's next multiple of 30 is 120: ends count as
    // one up to 150, up to 180 and up to 240. Job 8 needs four of them: 175 with them, the third
    // group's last is 225. Linear steps of 1 s: up to 150, then 151, 175, ... one by one
    var builder = JobLog.builder();
    for (int i = 0; i < 8; i++) {
      builder.job(1 + i, 0, 100 + 25 * i, 100 + 25 * i, 1);
    }
    JobLog log = builder.job(9, 1, 50, 50, 7).job(10, 2, 170, 170, 2).build();

    // with job 8 reserved from 225 on job 9 has its 2 from 30 to 200, from 200 on they are missing
    assertThat(starts(log, "slurm(bf_resolution=1s)")[9]).isEqualTo(30);
    assertThat(starts(log, "slurm(bf_resolution=1s, bf_window_linear=1s)")[9]).isGreaterThan(30);
  }

  @Test
  void theMainSchedulerExaminesTheFirstJobsAndPeriodicallyAllOfThem() {
    JobLog log =
        JobLog.builder()
            .job(1, 1, 500, 500, 1)
            .job(2, 1, 500, 500, 1)
            .job(3, 1, 500, 500, 1)
            .build();

    assertThat(starts(log, "slurm(default_queue_depth=2, scheduler=builtin, sched_interval=45s)"))
        .containsExactly(1, 1, 45);
  }

  @Test
  void backfillExaminesALimitedNumberOfJobs() {
    assertThat(starts(FOUR, "slurm(bf_max_job_test=1, bf_resolution=10s, end-window=0s)"))
        .containsExactly(0, 100, 150, 150);
  }

  @Test
  void backfillStartsALimitedNumberOfJobsPerPass() {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 500, 500, 6)
            .job(2, 1, 50, 50, 10)
            .job(3, 2, 100, 100, 2)
            .job(4, 2, 100, 100, 2)
            .build();

    assertThat(starts(log, "slurm(bf_max_job_start=1)")).containsExactly(0, 500, 30, 60);
  }

  @Test
  void doesNotReserveBeyondTheWindow() {
    // job 1 would be reserved from 500 on, more than a minute ahead: job 2 delays it
    JobLog log =
        JobLog.builder()
            .job(1, 0, 500, 500, 6)
            .job(2, 1, 50, 50, 10)
            .job(3, 2, 600, 600, 4)
            .build();

    assertThat(starts(log, "slurm(bf_window=1m)")).containsExactly(0, 630, 30);
    assertThat(starts(log, "slurm")).containsExactly(0, 500, 550);
  }

  @Test
  void reservesForALimitedNumberOfJobs() {
    // as with EASY beside conservative backfilling: job 2's reservation at 150 forbids job 3 its
    // two
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 100, 6)
            .job(2, 1, 50, 50, 8)
            .job(3, 2, 50, 50, 10)
            .job(4, 3, 1000, 1000, 2)
            .build();

    String exact =
        "slurm(bf_resolution=1s, end-window=0s, reserve=any, bf_job_part_count_reserve=%d)";
    assertThat(starts(log, exact.formatted(1))).containsExactly(0, 100, 1030, 30);
    assertThat(starts(log, exact.formatted(0))).containsExactly(0, 100, 150, 200);
  }

  @Test
  void otherParametersDoNotCauseABackfillPassBeforeItsTime() {
    // the last pass before 40 was at 30, so the next is at 50; from another policy it is at once
    JobLog log =
        JobLog.builder()
            .job(1, 0, 500, 500, 6)
            .job(2, 1, 50, 50, 10)
            .job(3, 31, 100, 100, 4)
            .build();

    assertThat(startOfTheLast(log, "slurm", "slurm(bf_interval=20s)")).isEqualTo(50);
    assertThat(startOfTheLast(log, "fcfs", "slurm(bf_interval=20s)")).isEqualTo(40);
  }

  private static int startOfTheLast(JobLog log, String before, String after) {
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation = Workloads.simulation(log, 10, Policies.create(before), listener);
    simulation.runUntil(40);
    simulation.state().advanceTo(40);
    simulation.reconfigure(Policies.create(after));
    simulation.run();
    return listener.schedule().start(log.size() - 1);
  }

  @Test
  void rejectsValuesOutOfSlurmsRanges() {
    assertThatThrownBy(() -> Policies.create("slurm(bf_interval=0s)"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("bf_interval")
        .hasMessageContaining("from 1s to 3h");
    assertThatThrownBy(() -> Policies.create("slurm(bf_window=31d)"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("from 1m to 30d");
  }

  @Test
  void aSnapshotOfAnotherPolicyIsRejected() {
    SchedulingPolicy slurm = Policies.create("slurm");
    Snapshot other = new Snapshot().put("improve", true);

    assertThatThrownBy(() -> slurm.restore(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("field 'lastBackfill' of the snapshot is missing");
  }

  private static int[] starts(JobLog log, String policy) {
    return Workloads.starts(log, 10, policy);
  }
}
