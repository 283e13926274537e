package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

class SlowdownRatioTest {
  private static final int WEEK = 7 * 24 * 3600;

  private static Schedule waiting(JobLog log, int... waits) {
    Schedule.Recorder recorder = Schedule.recorder(log.size());
    for (int job = 0; job < log.size(); job++) {
      recorder.started(job, log.submit(job) + waits[job], log.width(job));
      recorder.finished(job, log.submit(job) + waits[job] + log.runtime(job));
    }
    return recorder.schedule();
  }

  @Test
  void isPositiveWhereTheAlternativeIsBetterAndSymmetric() {
    assertThat(SlowdownRatio.ofJob(3, 1)).isEqualTo(2);
    assertThat(SlowdownRatio.ofJob(1, 3)).isEqualTo(-2);
    assertThat(SlowdownRatio.ofJob(4, 4)).isZero();
  }

  @Test
  void averagesJobsAndWeeksAndLeavesCrashedJobsOut() {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 10, 100, 1) // slowdowns 5 and 2: R = 3 / 2
            .job(2, 10, 100, 100, 1) // 1 and 2: R = -1
            .job(3, 20, 9, 61, 1) // crashed: left out
            .job(4, WEEK, 9, 60, 1) // short, but asked for little: 3 and 1, R = 2
            .build();

    SlowdownRatio ratio =
        SlowdownRatio.of(log, waiting(log, 40, 0, 9999, 20), waiting(log, 10, 100, 0, 0));

    assertThat(ratio.jobs()).isEqualTo(3);
    assertThat(ratio.mean()).isCloseTo((1.5 - 1 + 2) / 3, within(1e-12));
    assertThat(ratio.weeks()).isEqualTo(2);
    assertThat(ratio.mean(0)).isCloseTo(0.25, within(1e-12));
    assertThat(ratio.jobs(0)).isEqualTo(2);
    assertThat(ratio.mean(1)).isEqualTo(2);
  }

  @Test
  void includesOnlyJobsThatFinishedUnderBoth() {
    JobLog log = JobLog.builder().job(1, 0, 10, 10, 1).job(2, 0, 10, 10, 1).build();
    Schedule.Recorder onlyFirst = Schedule.recorder(2);
    onlyFirst.started(0, 10, 1);
    onlyFirst.finished(0, 20);

    SlowdownRatio ratio = SlowdownRatio.of(log, onlyFirst.schedule(), waiting(log, 0, 0));

    assertThat(ratio.jobs()).isEqualTo(1);
    assertThat(ratio.mean()).isEqualTo(1);
  }
}
