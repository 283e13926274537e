package io.gnomon.sim.assess.reproduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.figure.JobGroups;
import io.gnomon.sim.assess.reproduction.Reproduction.Trust;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class ReproductionTest {
  private static final int JOBS = 100;

  private static JobLog log(IntUnaryOperator wait) {
    JobLogBuilder builder = JobLog.builder();
    for (int job = 0; job < JOBS; job++) {
      builder.job(job + 1, 100 * job, 50, 60, 1).waited(wait.applyAsInt(job));
    }
    return builder.build();
  }

  private static Reproduction compared(JobLog log, IntUnaryOperator simulatedWait) {
    Schedule.Recorder schedule = Schedule.recorder(JOBS);
    for (int job = 0; job < JOBS; job++) {
      schedule.started(job, log.submit(job) + simulatedWait.applyAsInt(job), 1);
    }
    SimulatedSite setup = SimulatedSite.pool(log, 4, Spec.of("easy"));
    return Reproduction.of(log, schedule.schedule(), new JobGroups(setup));
  }

  @Test
  void isCloseIfAllJobsStartWhenRecorded() {
    Reproduction same = compared(log(job -> 1000 + job), job -> 1000 + job);

    assertThat(same.trust()).isEqualTo(Trust.CLOSE);
    assertThat(same.error()).isZero();
    assertThat(same.distance()).isZero();
    assertThat(same.order()).isEqualTo(1);
    assertThat(same.requiredGain(0.05)).isEqualTo(0.05);
  }

  @Test
  void isRoughIfWaitsAreAQuarterShorterAndThenOnlyLargeGainsCount() {
    // waits from 4,000 to 43,600 s, and three quarters of that
    Reproduction rough =
        compared(log(job -> 4 * (1000 + 100 * job)), job -> 3 * (1000 + 100 * job));

    assertThat(rough.error()).isCloseTo(-0.25, within(1e-9));
    assertThat(rough.trust()).isEqualTo(Trust.ROUGH);
    assertThat(rough.requiredGain(0.05)).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void isPoorIfTheMeanIsRightAndTheDistributionWrong() {
    Reproduction poor = compared(log(job -> 1000), job -> job % 2 == 0 ? 0 : 2000);

    assertThat(poor.error()).isZero();
    assertThat(poor.distance()).isCloseTo(0.5, within(1e-9));
    assertThat(poor.trust()).isEqualTo(Trust.POOR);
    assertThat(poor.allowsAdvice()).isFalse();
  }

  @Test
  void takesWaitsOfUpToAMinuteForAlike() {
    assertThat(compared(log(job -> 0), job -> 50).trust()).isEqualTo(Trust.POOR);
    assertThat(compared(log(job -> 0), job -> 50).distance()).isZero();
    assertThat(compared(log(job -> 0), job -> 10).trust()).isEqualTo(Trust.CLOSE);
  }

  @Test
  void isUnknownWithoutRecordedStarts() {
    Reproduction unknown = compared(log(job -> JobLog.UNKNOWN), job -> 10);

    assertThat(unknown.trust()).isEqualTo(Trust.UNKNOWN);
    assertThat(unknown.allowsAdvice()).isTrue();
  }
}
