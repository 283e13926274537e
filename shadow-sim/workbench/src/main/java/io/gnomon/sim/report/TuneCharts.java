package io.gnomon.sim.report;

import io.gnomon.commandline.FileAccess;
import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.metric.SlowdownRatio;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Charts of a closed loop and the same log untuned, by week. A job counts in the week of its
 * submission; weeks start at the log's first submission.
 *
 * @param title of the chart
 * @param log that both ran
 * @param untuned schedule under the single queue
 * @param tuned the loop
 */
public record TuneCharts(String title, JobLog log, Schedule untuned, TunedRun tuned) {
  /**
   * The mean bounded slowdown by week, with a mark at each change. A week without jobs is a gap.
   */
  public SvgChart weekly() {
    List<JobGroup> before = JobGroup.byWeek(new Outcome(log, untuned));
    List<JobGroup> after = JobGroup.byWeek(new Outcome(log, tuned.schedule()));
    double[] weeks = new double[before.size()];
    for (int week = 0; week < weeks.length; week++) {
      weeks[week] = week;
    }
    return SvgChart.xy(
            title, ChartAxis.linear("week"), ChartAxis.log("mean bounded slowdown of the week"))
        .line("untuned (one queue)", weeks, slowdowns(before))
        .line("tuned", weeks, slowdowns(after))
        .marks(
            "change",
            tuned.decisions().stream().filter(Decision::changes).mapToDouble(this::week).toArray());
  }

  private static double[] slowdowns(List<JobGroup> weeks) {
    return weeks.stream()
        .map(JobGroup::statistics)
        .mapToDouble(figures -> figures.jobs() == 0 ? Double.NaN : figures.meanBoundedSlowdown())
        .toArray();
  }

  /** The time of a decision in weeks since the first submission. */
  private double week(Decision decision) {
    return (double) (decision.time() - log.submit(0)) / TuneSettings.WEEK;
  }

  /**
   * The numbers of the chart: {@code week,jobs,untuned_bounded_slowdown,tuned_bounded_slowdown,}
   * {@code slowdown_ratio,changed_to}; the last column lists the policies put in force in that
   * week.
   */
  public String weeklyCsv() {
    List<JobGroup> before = JobGroup.byWeek(new Outcome(log, untuned));
    List<JobGroup> after = JobGroup.byWeek(new Outcome(log, tuned.schedule()));
    SlowdownRatio ratio = SlowdownRatio.of(log, untuned, tuned.schedule());
    double[] untunedSlowdowns = slowdowns(before);
    double[] tunedSlowdowns = slowdowns(after);
    return new Columns<Integer>()
        .number("week", "", week -> week, 0)
        .number("jobs", "", week -> before.get(week).statistics().jobs(), 0)
        .number("untuned_bounded_slowdown", "", week -> untunedSlowdowns[week], 0)
        .number("tuned_bounded_slowdown", "", week -> tunedSlowdowns[week], 0)
        .number("slowdown_ratio", "", ratio::mean, 0)
        .text("changed_to", "", this::changedTo)
        .csv(IntStream.range(0, before.size()).boxed().toList());
  }

  private String changedTo(int week) {
    return tuned.decisions().stream()
        .filter(decision -> decision.changes() && (int) week(decision) == week)
        .map(decision -> Objects.requireNonNull(decision.chosen()).toString())
        .collect(Collectors.joining("; "));
  }

  /**
   * Writes {@code weekly-slowdown.svg} and {@code weekly-slowdown.csv}. Existing files are replaced
   * and the folder is created if missing.
   */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    weekly().write(folder.resolve("weekly-slowdown.svg"));
    FileAccess.replaceText(folder.resolve("weekly-slowdown.csv"), weeklyCsv());
  }
}
