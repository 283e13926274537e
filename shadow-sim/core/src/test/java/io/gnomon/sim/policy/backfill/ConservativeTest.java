package io.gnomon.sim.policy.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

/** Ten processors, five jobs, worked by hand. */
class ConservativeTest {
  // job  submit  width  estimate
  //   0       0      6        100   starts at 0
  //   1       1     10         50   guaranteed 100, when job 0 is expected to end
  //   2       2      4        200   4 are free until 100, too short a time: guaranteed 150
  //   3       3      4         97   3 + 97 = 100: starts at 3
  //   4       4      4         10   nothing is free until 100, job 1 has all until 150: 150
  private static JobLog five(int runtimeOfTheFirst) {
    return JobLog.builder()
        .job(1, 0, runtimeOfTheFirst, 100, 6)
        .job(2, 1, 50, 50, 10)
        .job(3, 2, 200, 200, 4)
        .job(4, 3, 97, 97, 4)
        .job(5, 4, 10, 10, 4)
        .build();
  }

  @Test
  void everyJobStartsWhenItWasGuaranteedTo() {
    assertThat(Workloads.starts(five(100), 10, "conservative"))
        .containsExactly(0, 100, 150, 3, 150);
  }

  @Test
  void anEarlyEndCompressesTheScheduleWithoutDelayingAnyJob() {
    // job 0 ends at 40: job 1 still waits for job 3, job 2 for job 1, and job 4 fits at once
    assertThat(Workloads.starts(five(40), 10, "conservative")).containsExactly(0, 100, 150, 3, 40);
  }

  @Test
  void noJobPassesAnotherThatItWouldDelayAsEasyLetsIt() {
    // jobs 1 and 2 wait for job 0. EASY guards only job 1 at 100 and lets job 3 use the 2 that are
    // extra then, for long; job 2 needs them at 150 and waits until 1003
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 100, 6)
            .job(2, 1, 50, 50, 8)
            .job(3, 2, 50, 50, 10)
            .job(4, 3, 1000, 1000, 2)
            .build();

    assertThat(Workloads.starts(log, 10, "easy")).containsExactly(0, 100, 1003, 3);
    assertThat(Workloads.starts(log, 10, "conservative")).containsExactly(0, 100, 150, 200);
  }
}
