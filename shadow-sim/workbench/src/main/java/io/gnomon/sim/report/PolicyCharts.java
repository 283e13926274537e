package io.gnomon.sim.report;

import io.gnomon.commandline.FileAccess;
import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.metric.JobCategories.Panel;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Quantiles;
import io.gnomon.sim.report.document.Columns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Charts of one or more policies on the same workload: distributions of waits and bounded
 * slowdowns, mean and highest bounded slowdown by category, and bounded slowdown by week. Each
 * chart comes with its numbers as CSV. Not thread-safe.
 */
public final class PolicyCharts {
  /** Number of quantiles that a distribution is drawn with. */
  private static final int QUANTILES = 1000;

  private final String workload;
  private final JobCategories categories;
  private final Map<String, double[]> waits = new LinkedHashMap<>();
  private final Map<String, double[]> slowdowns = new LinkedHashMap<>();
  private final Map<String, List<Panel>> panels = new LinkedHashMap<>();
  private @Nullable WeeklySlowdowns weeks;

  /** Creates charts with the workload in their titles and these categories. */
  public PolicyCharts(String workload, JobCategories categories) {
    this.workload = workload;
    this.categories = categories;
  }

  /** Adds a policy, replacing one of the same name. O(n log n). */
  public PolicyCharts add(String policy, Outcome outcome) {
    waits.put(policy, quantileValues(Quantiles.ofWaits(outcome)));
    slowdowns.put(policy, quantileValues(Quantiles.ofBoundedSlowdowns(outcome)));
    panels.put(policy, categories.of(outcome));
    weeks = weeks == null ? new WeeklySlowdowns(outcome.log()) : weeks;
    weeks.add(policy, outcome.schedule());
    return this;
  }

  /** The k/1000 quantiles for each k from 0 to 1000. */
  private static double[] quantileValues(Quantiles quantiles) {
    double[] values = new double[QUANTILES + 1];
    for (int k = 0; k <= QUANTILES; k++) {
      values[k] = quantiles.at((double) k / QUANTILES);
    }
    return values;
  }

  /** The cumulative distribution of waits. */
  public SvgChart waitChart() {
    return distribution(
        "Waits, " + workload, "wait, s (jobs without wait at the left edge)", waits);
  }

  /** The cumulative distribution of bounded slowdowns. */
  public SvgChart slowdownChart() {
    return distribution("Bounded slowdowns, " + workload, "bounded slowdown", slowdowns);
  }

  /** Mean bounded slowdown by category, one chart for each panel. */
  public List<SvgChart> meanSlowdownCharts() {
    return byCategory("Mean slowdown", "mean", JobStatistics::meanBoundedSlowdown);
  }

  /** Highest bounded slowdown by category, one chart for each panel. */
  public List<SvgChart> worstSlowdownCharts() {
    return byCategory("Worst slowdown", "highest", JobStatistics::maxBoundedSlowdown);
  }

  private List<SvgChart> byCategory(
      String title, String which, ToDoubleFunction<JobStatistics> figure) {
    List<SvgChart> charts = new ArrayList<>();
    for (int i = 0; i < panels().size(); i++) {
      Panel panel = panels().get(i);
      String jobs = panel.estimates().isEmpty() ? "" : panel.estimates() + " estimated jobs, ";
      SvgChart chart =
          SvgChart.bars(
              title + " by category, " + jobs + workload,
              "category",
              panel.groups().stream().map(JobGroup::name).toList(),
              ChartAxis.log(which + " bounded slowdown"));
      int number = i;
      panels.forEach((policy, all) -> chart.bars(policy, values(all.get(number), figure)));
      charts.add(chart);
    }
    return charts;
  }

  /** The panels of the first policy; all policies have the same ones. */
  private List<Panel> panels() {
    return panels.values().stream().findFirst().orElse(List.of());
  }

  private static double[] values(Panel panel, ToDoubleFunction<JobStatistics> figure) {
    return panel.groups().stream()
        .map(JobGroup::statistics)
        .mapToDouble(jobs -> jobs.jobs() == 0 ? Double.NaN : figure.applyAsDouble(jobs))
        .toArray();
  }

  /**
   * Writes {@code wait-cdf}, {@code slowdown-cdf} and {@code weekly-slowdown} as {@code .svg} and
   * {@code .csv}, {@code categories.svg}, {@code categories-worst.svg} and {@code categories.csv}
   * with the numbers of both. Existing files are replaced and the folder is created if missing.
   * With two panels there is one chart for each, such as {@code categories-well.svg} and {@code
   * categories-badly.svg}.
   */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    waitChart().write(folder.resolve("wait-cdf.svg"));
    FileAccess.replaceText(folder.resolve("wait-cdf.csv"), csv("wait_seconds", waits));
    slowdownChart().write(folder.resolve("slowdown-cdf.svg"));
    FileAccess.replaceText(folder.resolve("slowdown-cdf.csv"), csv("bounded_slowdown", slowdowns));
    if (weeks != null) {
      weeks
          .chart("Bounded slowdown by week, " + workload, List.copyOf(slowdowns.keySet()))
          .write(folder.resolve("weekly-slowdown.svg"));
      FileAccess.replaceText(folder.resolve("weekly-slowdown.csv"), weeks.toCsv());
    }
    if (!panels().isEmpty()) {
      write(meanSlowdownCharts(), folder, "categories");
      write(worstSlowdownCharts(), folder, "categories-worst");
      FileAccess.replaceText(folder.resolve("categories.csv"), categoriesCsv());
    }
  }

  private void write(List<SvgChart> charts, Path folder, String name) throws IOException {
    for (int i = 0; i < charts.size(); i++) {
      String estimates = panels().get(i).estimates();
      String suffix = estimates.isEmpty() ? "" : "-" + estimates;
      charts.get(i).write(folder.resolve(name + suffix + ".svg"));
    }
  }

  private static SvgChart distribution(String title, String label, Map<String, double[]> values) {
    SvgChart chart = SvgChart.xy(title, ChartAxis.log(label), ChartAxis.linear("fraction of jobs"));
    double[] fractions = new double[QUANTILES + 1];
    for (int k = 0; k <= QUANTILES; k++) {
      fractions[k] = (double) k / QUANTILES;
    }
    values.forEach((policy, quantiles) -> chart.steps(policy, quantiles, fractions));
    return chart;
  }

  private static String csv(String name, Map<String, double[]> values) {
    record Point(String policy, double fraction, double value) {}
    List<Point> points = new ArrayList<>();
    values.forEach(
        (policy, quantiles) -> {
          for (int k = 0; k <= QUANTILES; k++) {
            points.add(new Point(policy, (double) k / QUANTILES, quantiles[k]));
          }
        });
    return new Columns<Point>()
        .text("policy", "", Point::policy)
        .number("fraction", "", Point::fraction, 0)
        .number(name, "", Point::value, 0)
        .csv(points);
  }

  private String categoriesCsv() {
    record Row(String policy, String estimates, JobGroup group) {}
    List<Row> rows = new ArrayList<>();
    panels.forEach(
        (policy, all) ->
            all.forEach(
                panel ->
                    panel
                        .groups()
                        .forEach(group -> rows.add(new Row(policy, panel.estimates(), group)))));
    Columns<JobStatistics> figures =
        new Columns<JobStatistics>()
            .number("jobs", "", JobStatistics::jobs, 0)
            .number("mean_wait_seconds", "", JobStatistics::meanWait, 0)
            .number("max_wait_seconds", "", JobStatistics::maxWait, 0)
            .number("mean_bounded_slowdown", "", JobStatistics::meanBoundedSlowdown, 0)
            .number("max_bounded_slowdown", "", JobStatistics::maxBoundedSlowdown, 0)
            .number("mean_turnaround_seconds", "", JobStatistics::meanTurnaround, 0)
            .number("max_turnaround_seconds", "", JobStatistics::maxTurnaround, 0);
    return new Columns<Row>()
        .text("policy", "", Row::policy)
        .text("estimates", "", Row::estimates)
        .text("category", "", row -> row.group().name())
        .of(row -> row.group().statistics(), figures)
        .csv(rows);
  }
}
