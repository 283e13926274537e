package io.gnomon.sim.policy.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

/** Each stage of perkovic2000's Figure 2 on a few jobs, worked by hand. */
class StagesTest {
  @Test
  void withoutGuaranteesTheShortestIsPlannedFirst() {
    // 10 processors. Job 0 runs from 0 to 100 on 6. Jobs 1 (10 wide, 80 s) and 2 (10 wide, 20 s)
    // wait; shortest first plans job 2 at 100 and job 1 at 120. With guarantees job 1, which came
    // first, keeps 100.
    JobLog log =
        JobLog.builder().job(1, 0, 100, 100, 6).job(2, 1, 80, 80, 10).job(3, 2, 20, 20, 10).build();

    assertThat(starts(log, "conservative(order=shortest)")).containsExactly(0, 100, 180);
    assertThat(starts(log, "conservative(order=shortest, guarantee=false)"))
        .containsExactly(0, 120, 100);
  }

  @Test
  void compressionGoesInTheOrderOfTheQueue() {
    // job 0 ends at 50 instead of 100. By arrival job 1 (6 wide) moves up from 100 to 50, and job
    // 2,
    // for which 4 are left, from 170 to 120. Shortest first job 2 is moved first, into the hole of
    // 50 s before job 1's 100, and job 1 behind it
    JobLog log =
        JobLog.builder().job(1, 0, 50, 100, 8).job(2, 1, 70, 70, 6).job(3, 2, 30, 30, 6).build();

    assertThat(starts(log, "conservative")).containsExactly(0, 50, 120);
    assertThat(starts(log, "conservative(order=shortest)")).containsExactly(0, 80, 50);
  }

  // Job 0 leaves 4 of 10 processors until its estimated 1000; job 1 needs all 10 then. Job 2 (4
  // wide) is estimated at 1600: guaranteed 1500 behind job 1, but the hole beside job 0 is 998 long
  private static JobLog hole(int runtime) {
    return JobLog.builder()
        .job(1, 0, 1000, 1000, 6)
        .job(2, 1, 500, 500, 10)
        .job(3, 2, runtime, 1600, 4)
        .build();
  }

  @Test
  void aJobIsTriedInAHoleOfHalfItsEstimateAndMayEndThere() {
    Schedule schedule = run(hole(600), "conservative(speculation=0.5)");

    assertThat(schedule.start(2)).isEqualTo(2);
    assertThat(schedule.end(2)).isEqualTo(602);
    assertThat(schedule.start(1)).isEqualTo(1000);
  }

  @Test
  void anAttemptIsKilledAtTheEndOfItsHoleAndTheGuaranteeIsKept() {
    Schedule schedule = run(hole(1200), "conservative(speculation=0.5)");

    assertThat(schedule.start(1)).as("nobody is delayed").isEqualTo(1000);
    assertThat(schedule.start(2)).as("its guaranteed start").isEqualTo(1500);
    assertThat(schedule.end(2)).isEqualTo(2700);
    assertThat(schedule.lostAttempts()).isEqualTo(1);
    assertThat(schedule.lostProcessorSeconds()).isEqualTo(4 * 998L);
  }

  @Test
  void aKilledAttemptMovesToAnEarlierHole() {
    // 14 processors. Job 4 needs 12 and is guaranteed 300 to 1300, so that job 5 (2 wide) is tried
    // until 300 and guaranteed 1300. Job 1 leaves one processor at 50 that it was to hold until
    // 2000: beside job 4 two are free from 400 on, when job 3 ends. Job 6 wants them too, at 350
    JobLog log =
        JobLog.builder()
            .job(1, 0, 300, 300, 9)
            .job(2, 0, 50, 2000, 1)
            .job(3, 0, 60, 70, 1)
            .job(4, 0, 400, 400, 1)
            .job(5, 1, 1000, 1000, 12)
            .job(6, 2, 500, 500, 2)
            .job(7, 350, 800, 800, 2)
            .build();

    Schedule schedule = Workloads.run(log, 14, Policies.create("conservative(speculation=0.5)"));

    assertThat(schedule.lostAttempts()).isEqualTo(1);
    assertThat(schedule.start(5)).isEqualTo(400);
    assertThat(schedule.start(6)).isEqualTo(900);
  }

  @Test
  void aHoleThatIsTooShortIsNotTried() {
    // 998 < 0.7 x 1600
    Schedule schedule = run(hole(600), "conservative(speculation=0.7)");

    assertThat(schedule.start(2)).isEqualTo(1500);
  }

  @Test
  void aLongJobThatFitsNoHoleIsTestedOnceForAtMostThreeTimesTheTestTime() {
    // the hole of 998 s is less than half of job 2's 14000 s, which is over 3 hours: tried for
    // min(998, 3 x 300) s, until 902. It would have run 950 s and starts again when it is
    // guaranteed
    JobLog log =
        JobLog.builder()
            .job(1, 0, 1000, 1000, 6)
            .job(2, 1, 500, 500, 10)
            .job(3, 2, 950, 14_000, 4)
            .build();

    Schedule schedule = run(log, "conservative(speculation=0.5, test-runs=5m)");

    assertThat(schedule.lostProcessorSeconds()).isEqualTo(4 * 900L);
    assertThat(schedule.start(2)).isEqualTo(1500);
    assertThat(run(log, "conservative(speculation=0.5)").lostAttempts()).isZero();
  }

  @Test
  void aCrashingJobEndsInItsTestRun() {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 1000, 1000, 6)
            .job(2, 1, 500, 500, 10)
            .job(3, 2, 40, 14_000, 4)
            .build();

    Schedule schedule = run(log, "conservative(speculation=0.5, test-runs=5m)");

    assertThat(schedule.start(2)).isEqualTo(2);
    assertThat(schedule.end(2)).isEqualTo(42);
  }

  @Test
  void halfTheWidthTakesTwiceTheTime() {
    JobLog log = JobLog.builder().job(1, 0, 100, 100, 8).job(2, 0, 100, 100, 1).build();

    Schedule schedule = run(log, "conservative(mold=half)");

    assertThat(schedule.processors(0)).isEqualTo(4);
    assertThat(schedule.end(0)).isEqualTo(200);
    assertThat(schedule.processors(1)).isEqualTo(1);
    assertThat(schedule.end(1)).isEqualTo(100);
  }

  @Test
  void aQuarterIsAHalfForWidthsOfTwoToFour() {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 100, 8)
            .job(2, 0, 100, 100, 4)
            .job(3, 0, 100, 100, 2)
            .job(4, 0, 100, 100, 1)
            .build();

    Schedule schedule = run(log, "conservative(mold=quarter)");

    assertThat(schedule.processors(0)).isEqualTo(2);
    assertThat(schedule.end(0)).isEqualTo(400);
    assertThat(schedule.processors(1)).isEqualTo(2);
    assertThat(schedule.processors(2)).isEqualTo(1);
    assertThat(schedule.processors(3)).isEqualTo(1);
  }

  @Test
  void greedyTakesTheWidthThatCompletesFirst() {
    // alone, a job of 4 answers at 50 on 8 processors. Beside it 2 are left: a second job of 4
    // could
    // start there at half its width and answer at 200, or wait until 50 and answer at 100 on 8
    JobLog log = JobLog.builder().job(1, 0, 100, 100, 4).job(2, 0, 100, 100, 4).build();

    Schedule schedule = run(log, "conservative(mold=greedy)");

    assertThat(schedule.processors(0)).isEqualTo(8);
    assertThat(schedule.end(0)).isEqualTo(50);
    assertThat(schedule.start(1)).isEqualTo(50);
    assertThat(schedule.end(1)).isEqualTo(100);
  }

  @Test
  void aStartingJobIsWidenedByProcessorsThatNoOtherJobCanUse() {
    // half of 4 is 2; 10 are free, so it gets twice its width
    JobLog alone = JobLog.builder().job(1, 0, 100, 100, 4).build();
    assertThat(run(alone, "conservative(mold=half, widen=true)").processors(0)).isEqualTo(8);
    // two start together on 2 each; the first takes 8 then and leaves the second as it is
    JobLog two = JobLog.builder().job(1, 0, 100, 100, 4).job(2, 0, 100, 100, 4).build();
    Schedule schedule = run(two, "conservative(mold=half, widen=true)");
    assertThat(schedule.processors(0)).isEqualTo(8);
    assertThat(schedule.end(0)).isEqualTo(50);
    assertThat(schedule.processors(1)).isEqualTo(2);
    assertThat(schedule.end(1)).isEqualTo(200);
  }

  @Test
  void theSpeedUpModelSaysHowLongAMoldedJobRuns() {
    // S(8) / S(4) by Amdahl with a tenth serial: 0.325 / 0.2125
    JobLog log = JobLog.builder().job(1, 0, 2125, 2125, 8).build();

    Schedule schedule = run(log, "conservative(mold=half, speed-up=amdahl:0.1)");

    assertThat(schedule.end(0)).isEqualTo(3250);
  }

  private static int[] starts(JobLog log, String policy) {
    return Workloads.starts(log, 10, policy);
  }

  private static Schedule run(JobLog log, String policy) {
    return Workloads.run(log, 10, Policies.create(policy));
  }
}
