package io.gnomon.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import org.junit.jupiter.api.Test;

class TuneChartsTest {
  private static final int WEEK = TuneSettings.WEEK;

  /** One job of 100 s in week 0, none in week 1, one in week 2; the log begins 50 s after 0. */
  private static TuneCharts worked() {
    JobLog log =
        JobLog.builder().job(1, 50, 100, 100, 1).job(2, 50 + 2 * WEEK, 100, 100, 1).build();
    Spec easy = Spec.of("easy");
    List<Decision> decisions =
        List.of(
            new Decision(50 + WEEK, 4, easy, null, NoChangeReason.BELOW_THRESHOLD, null),
            new Decision(50 + 2 * WEEK, 9, easy, Spec.of("fcfs"), null, null));
    // Waits of 300 s and 100 s untuned, so slowdowns 4 and 2; tuned 300 s and none.
    return new TuneCharts(
        "weeks", log, schedule(log, 300, 100), new TunedRun(schedule(log, 300, 0), decisions));
  }

  private static Schedule schedule(JobLog log, int... waits) {
    Schedule.Recorder recorder = Schedule.recorder(log.size());
    for (int job = 0; job < log.size(); job++) {
      int start = log.submit(job) + waits[job];
      recorder.started(job, start, 1);
      recorder.finished(job, start + log.runtime(job));
    }
    return recorder.schedule();
  }

  @Test
  void theNumbersAreTheWeeks() {
    // R of the last job is (2 - 1) / 1.
    assertThat(worked().weeklyCsv())
        .isEqualTo(
            """
            week,jobs,untuned_bounded_slowdown,tuned_bounded_slowdown,slowdown_ratio,changed_to
            0,1,4,4,0,
            1,0,,,0,
            2,1,2,1,1,fcfs
            """);
  }

  @Test
  void theChartMarksTheChangeAndLeavesAGapForAWeekWithoutJobs() {
    String chart = worked().weekly().toSvg();

    assertThat(chart).contains(">untuned (one queue)<", ">tuned<", ">change<", ">week<");
    // The only decision that changes anything is at the end of the axis; one more mark is the
    // legend's.
    assertThat(chart.split("stroke-dasharray=\"2 3\"", -1)).hasSize(1 + 2);
    assertThat(chart)
        .contains("<line x1=\"836\" y1=\"44\" x2=\"836\" y2=\"384\" stroke=\"#009e73\"");
  }
}
