package io.gnomon.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeeklySlowdownsTest {
  private static final int WEEK = 7 * 24 * 3600;
  private static final Spec EASY = Spec.of("easy");

  /** Two jobs in the first week, none in the second, one in the third. */
  private final JobLog log =
      JobLog.builder()
          .job(1, 100, 10, 10, 1)
          .job(2, 200, 100, 100, 1)
          .job(3, 100 + 2 * WEEK, 10, 10, 1)
          .build();

  private final WeeklySlowdowns weeks = new WeeklySlowdowns(log);

  WeeklySlowdownsTest() {
    weeks.add("untuned", starts(120, 200, 130 + 2 * WEEK));
    Decision change = new Decision(WEEK + 101, 2, EASY, EASY.with("order", "shortest"), null, null);
    weeks.add("tuned", new TunedRun(starts(100, 200, 100 + 2 * WEEK), List.of(change)));
  }

  private Schedule starts(int... starts) {
    Schedule.Recorder recorder = Schedule.recorder(starts.length);
    for (int job = 0; job < starts.length; job++) {
      recorder.started(job, starts[job], 1);
      recorder.finished(job, starts[job] + log.runtime(job));
    }
    return recorder.schedule();
  }

  @Test
  void aWeekHasTheMeanOfItsSubmittedJobsAndItsChanges() {
    // untuned: job 1 waits 20 s and runs 10, job 2 starts at once: (3 + 1) / 2; job 3: 4
    assertThat(weeks.toCsv().lines())
        .containsExactly(
            "week,jobs,untuned,tuned,\"changes, tuned\"", "0,2,2,1,0", "1,0,,,1", "2,1,4,1,0");
    assertThat(weeks.table(List.of("untuned")).toString().lines())
        .containsExactly(
            "week  jobs  untuned  changes, tuned",
            "0        2     2.00               0",
            "1        0        -               1",
            "2        1     4.00               0");
  }

  @Test
  void aChartShowsTheNamedSeries() {
    assertThat(weeks.chart("KTH", List.of("tuned")).toSvg())
        .contains("KTH", "tuned", "week")
        .doesNotContain("untuned");
    assertThatThrownBy(() -> weeks.chart("KTH", List.of("fixed")))
        .hasMessageContaining("'fixed'")
        .hasMessageContaining("[untuned, tuned]");
  }
}
