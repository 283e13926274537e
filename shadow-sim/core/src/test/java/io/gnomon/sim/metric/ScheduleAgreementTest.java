package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

class ScheduleAgreementTest {
  private static final JobLog FOUR =
      JobLog.builder()
          .job(1, 0, 10, 10, 1)
          .job(2, 0, 10, 10, 1)
          .job(3, 10, 10, 10, 1)
          .job(4, 10, 10, 10, 1)
          .build();

  @Test
  void fourJobsWorkedByHand() {
    // waits 0, 20, 20, 40: mean 20; simulated 0, 30, 10, 60: mean 25. Differences 0, 10, 10, 20.
    // Pairs: 1 before all the others in both, 2 before 3 but after it simulated, both before 4
    int[] real = {0, 20, 30, 50};

    ScheduleAgreement agreement =
        ScheduleAgreement.of(FOUR, job -> real[job], schedule(0, 30, 20, 70));

    assertThat(agreement.realMeanWait()).isEqualTo(20);
    assertThat(agreement.simulatedMeanWait()).isEqualTo(25);
    assertThat(agreement.meanWaitError()).isCloseTo(0.25, within(1e-12));
    assertThat(agreement.medianDifference()).isEqualTo(10);
    assertThat(agreement.near()).isEqualTo(0.75);
    assertThat(agreement.order()).isCloseTo((5 - 1) / 6.0, within(1e-12));
    assertThat(agreement)
        .hasToString(
            "mean wait 20.0 s, simulated 25.0 s (+25.0 %); starts: median difference 10.0 s,"
                + " 75 % within 10 s, order 0.667");
  }

  @Test
  void rejectsAScheduleOfOtherJobs() {
    assertThatThrownBy(() -> ScheduleAgreement.of(FOUR, job -> 0, schedule(0, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the log has 4 jobs and the schedule 2");
  }

  private static Schedule schedule(int... starts) {
    Schedule.Recorder recorder = Schedule.recorder(starts.length);
    for (int job = 0; job < starts.length; job++) {
      recorder.started(job, starts[job], 1);
    }
    return recorder.schedule();
  }
}
