package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.workload.CategoryScheme;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MetricProperties {

  record Row(int number, int submit, int runtime, int width) {}

  private static JobLog log(List<Row> rows) {
    JobLogBuilder builder = JobLog.builder();
    rows.forEach(row -> builder.job(row.number(), row.submit(), row.runtime(), 50, row.width()));
    return builder.build();
  }

  /** The wait of a job depends on its number alone, however the log sorted the rows. */
  private static Schedule schedule(JobLog log, int waitFactor) {
    Schedule.Recorder recorder = Schedule.recorder(log.size());
    for (int job = 0; job < log.size(); job++) {
      int start = log.submit(job) + (int) log.jobId(job) * waitFactor % 1_000;
      recorder.started(job, start, log.width(job));
      recorder.finished(job, start + log.runtime(job));
    }
    return recorder.schedule();
  }

  @Property(tries = 200)
  void groupsAddUpToTheWhole(@ForAll("rows") List<Row> rows) {
    JobLog log = log(rows);
    Outcome outcome = new Outcome(log, schedule(log, 1));
    JobStatistics whole = JobStatistics.of(outcome, job -> true);

    for (List<JobGroup> groups :
        List.of(
            JobGroup.byCategory(outcome, CategoryScheme.SIXTEEN),
            JobGroup.byCategory(outcome, CategoryScheme.FOUR),
            JobGroup.byWeek(outcome))) {
      assertThat(groups.stream().mapToInt(group -> group.statistics().jobs()).sum())
          .isEqualTo(whole.jobs());
      double waits =
          groups.stream().mapToDouble(g -> g.statistics().jobs() * g.statistics().meanWait()).sum();
      assertThat(waits / whole.jobs()).isCloseTo(whole.meanWait(), within(1e-6));
    }
    assertThat(Metrics.of(outcome, 8).meanWait()).isEqualTo(whole.meanWait());
    assertThat(Metrics.of(outcome, 8).fairness()).isEqualTo(1);
  }

  @Property(tries = 200)
  void theRatioTurnsItsSignWhenTheSchedulesAreSwapped(@ForAll("rows") List<Row> rows) {
    JobLog log = log(rows);
    Schedule one = schedule(log, 1);
    Schedule two = schedule(log, 7);

    SlowdownRatio there = SlowdownRatio.of(log, one, two);
    SlowdownRatio back = SlowdownRatio.of(log, two, one);

    assertThat(there.mean()).isCloseTo(-back.mean(), within(1e-9));
    assertThat(SlowdownRatio.of(log, one, one).mean()).isZero();
    double weekly = 0;
    for (int week = 0; week < there.weeks(); week++) {
      weekly += there.mean(week) * there.jobs(week);
    }
    assertThat(weekly / Math.max(1, there.jobs())).isCloseTo(there.mean(), within(1e-9));
  }

  @Provide
  Arbitrary<List<Row>> rows() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 999),
            Arbitraries.integers().between(0, 3_000_000),
            Arbitraries.integers().between(1, 40_000),
            Arbitraries.integers().between(1, 100))
        .as(Row::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }
}
