package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

class MetricsTest {
  /**
   * Four jobs on 10 processors. Wait, turnaround, bounded slowdown:
   *
   * <pre>
   * 0: starts at once,  0, 100, 1 +   0 / 100 = 1
   * 1: 100 s late,    100, 150, 1 + 100 /  50 = 3
   * 2: runs 5 s,       40,  45, 1 +  40 /  10 = 5
   * 3: suspended 300, 300, 400, 1 + 300 / 100 = 4
   * </pre>
   */
  static Outcome worked() {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 200, 4)
            .by(1, 1, 1)
            .job(2, 10, 50, 60, 8)
            .by(1, 1, 1)
            .job(3, 20, 5, 120, 1)
            .by(2, 1, 1)
            .job(4, 100, 100, 100, 2)
            .by(2, 1, 1)
            .build();
    Schedule.Recorder recorder = Schedule.recorder(4);
    recorder.started(0, 0, 4);
    recorder.finished(0, 100);
    recorder.started(1, 110, 8);
    recorder.finished(1, 160);
    recorder.started(2, 60, 1);
    recorder.finished(2, 65);
    recorder.started(3, 100, 2);
    recorder.finished(3, 500);
    return new Outcome(log, recorder.schedule());
  }

  @Test
  void agreesWithFourJobsWorkedByHand() {
    Metrics metrics = Metrics.of(worked(), 10);

    assertThat(metrics.meanWait()).isEqualTo((0 + 100 + 40 + 300) / 4.0);
    // fourth root of 10 * 100 * 40 * 300, the wait of 0 counting as 10
    assertThat(metrics.geometricMeanWait()).isCloseTo(58.857, within(0.001));
    assertThat(metrics.meanBoundedSlowdown()).isEqualTo((1 + 3 + 5 + 4) / 4.0);
    assertThat(metrics.medianBoundedSlowdown()).isEqualTo((3 + 4) / 2.0);
    assertThat(metrics.p95BoundedSlowdown()).isEqualTo(5);
    assertThat(metrics.meanTurnaround()).isEqualTo((100 + 150 + 45 + 400) / 4.0);
    assertThat(metrics.maxWait()).isEqualTo(300);
    // (100*4 + 50*8 + 5*1 + 100*2) processor seconds of 10 processors over 500 s
    assertThat(metrics.utilization()).isCloseTo(1005 / 5000.0, within(1e-12));
    assertThat(metrics.startedAtOnce()).isEqualTo(0.5);
    // users 1 and 2 have mean slowdowns 2 and 4.5: (6.5)^2 / (2 * (4 + 20.25))
    assertThat(metrics.fairness()).isCloseTo(42.25 / 48.5, within(1e-12));
  }

  @Test
  void takesTheMiddleAndTheNearestRankOfManySlowdowns() {
    // job i of 1..21 waits 10 * (i - 1) s and runs 10 s, so its slowdown is i
    var builder = JobLog.builder();
    Schedule.Recorder recorder = Schedule.recorder(21);
    for (int i = 1; i <= 21; i++) {
      builder.job(i, 0, 10, 10, 1);
      recorder.started(i - 1, 10 * (i - 1), 1);
      recorder.finished(i - 1, 10 * i);
    }

    Metrics metrics = Metrics.of(new Outcome(builder.build(), recorder.schedule()), 1);

    assertThat(metrics.medianBoundedSlowdown()).isEqualTo(11);
    assertThat(metrics.p95BoundedSlowdown()).isEqualTo(20); // 0.95 * 21 = 19.95
    assertThat(metrics.utilization()).isEqualTo(1);
    assertThat(metrics.fairness()).isEqualTo(1);
  }

  @Test
  void leavesUnfinishedJobsOut() {
    JobLog log = JobLog.builder().job(1, 0, 10, 10, 1).job(2, 0, 10, 10, 1).build();
    Schedule.Recorder recorder = Schedule.recorder(2);
    recorder.started(0, 10, 1);
    recorder.finished(0, 20);
    recorder.started(1, 90, 1);

    Outcome outcome = new Outcome(log, recorder.schedule());

    assertThat(outcome.finishedJobs()).isEqualTo(1);
    assertThat(Metrics.of(outcome, 1).meanWait()).isEqualTo(10);
    assertThat(Metrics.of(outcome, 1).utilization()).isEqualTo(0.5);
  }

  @Test
  void isZeroWhereNothingFinished() {
    Outcome nothing = new Outcome(JobLog.builder().build(), Schedule.recorder(0).schedule());

    assertThat(Metrics.of(nothing, 1)).isEqualTo(new Metrics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    assertThat(JobGroup.byWeek(nothing)).isEmpty();
  }

  @Test
  void countsAWidenedJobAsNotWaiting() {
    JobLog log = JobLog.builder().job(1, 0, 100, 100, 4).build();
    Schedule.Recorder recorder = Schedule.recorder(1);
    recorder.started(0, 10, 8);
    recorder.finished(0, 60); // half the runtime on twice the processors

    Outcome outcome = new Outcome(log, recorder.schedule());

    assertThat(outcome.wait(0)).isZero();
    assertThat(outcome.boundedSlowdown(0)).isEqualTo(1);
  }

  @Test
  void ignoresAKilledAttempt() {
    Schedule.Recorder recorder = Schedule.recorder(1);
    recorder.started(0, 10, 8);
    recorder.requeued(0, 0);

    assertThat(recorder.schedule().started(0)).isFalse();
    assertThat(recorder.schedule().processors(0)).isEqualTo(Schedule.NEVER);
  }

  @Test
  void rejectsAScheduleOfAnotherWorkload() {
    JobLog log = JobLog.builder().job(1, 0, 10, 10, 1).build();

    assertThatThrownBy(() -> new Outcome(log, Schedule.recorder(2).schedule()))
        .hasMessageContainingAll("1 jobs", "2");
    assertThatThrownBy(() -> Metrics.of(worked(), 0)).hasMessageContaining("0 processors");
  }
}
