package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.engine.ResourceUse;
import io.gnomon.sim.metric.JobCategories.Panel;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.metric.RankingMetric;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.report.document.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A comparison of several policies on the same workload, ranked by one metric.
 *
 * @param reports one for each policy, at least one, in the requested order
 * @param ranking the metric for the ranking
 * @param weeks weekly slowdowns, by policy name
 */
public record PolicyComparison(
    List<SimulationReport> reports, RankingMetric ranking, WeeklySlowdowns weeks) {
  private static final String NONE = "–";
  private static final Set<RankingMetric> SHOWN =
      Set.of(
          RankingMetric.MEAN_WAIT,
          RankingMetric.MEAN_BOUNDED_SLOWDOWN,
          RankingMetric.MEDIAN_BOUNDED_SLOWDOWN,
          RankingMetric.P95_BOUNDED_SLOWDOWN,
          RankingMetric.UTILIZATION,
          RankingMetric.STARTED_AT_ONCE);

  /** Copies the list. */
  public PolicyComparison {
    reports = List.copyOf(reports);
  }

  /** The rank of a report: 1 is the best; equal results share a rank. */
  public int rank(SimulationReport report) {
    return 1
        + (int)
            reports.stream()
                .filter(
                    other -> ranking.betterFirst().compare(other.metrics(), report.metrics()) < 0)
                .count();
  }

  /** The reports, best first; equal results keep the requested order. */
  public List<SimulationReport> ranked() {
    return reports.stream()
        .sorted((a, b) -> ranking.betterFirst().compare(a.metrics(), b.metrics()))
        .toList();
  }

  /**
   * Formats the comparison as a JSON array in the order of the reports, each with {@code metric},
   * {@code rank} and {@code weeks}, the mean bounded slowdown by week of submission.
   */
  public String toJson() {
    Json json = new Json().array();
    for (SimulationReport report : reports) {
      json.object();
      report.writeFields(json);
      json.put("metric", ranking.metric()).put("rank", rank(report));
      weeks.write(json.name("weeks"), report.policy()).endObject();
    }
    return json.endArray().toString();
  }

  /** Formats the comparison as a table, best policy first and marked with a star. */
  public String toText() {
    Columns<Metrics> ranked = MetricColumns.ALL.only(ranking.metric());
    Columns<Metrics> figures =
        new Columns<Metrics>()
            .number("", "mean wait, s", Metrics::meanWait, 1)
            .number("", "slowdown", Metrics::meanBoundedSlowdown, 2)
            .number("", "median", Metrics::medianBoundedSlowdown, 2)
            .number("", "p95", Metrics::p95BoundedSlowdown, 1)
            .number("", "utilisation", Metrics::utilization, 3)
            .number("", "at once", Metrics::startedAtOnce, 3);
    if (!SHOWN.contains(ranking)) {
      figures.of(metrics -> metrics, ranked);
    }
    Table table =
        new Columns<SimulationReport>()
            .text("", "  policy", report -> (rank(report) == 1 ? "* " : "  ") + report.policy())
            .of(SimulationReport::metrics, figures)
            .number("", "s", SimulationReport::elapsedSeconds, 4)
            .table(ranked());
    String best =
        "* best by "
            + ranked.titles().get(0)
            + "\nslowdown, median, p95: mean, median and 95th percentile of bounded slowdown; at once:"
            + " share of jobs that start at\nsubmission; s: duration of the simulation\n";
    String categories = categoryTables(ranked());
    return reports.get(0).head()
        + table
        + best
        + useTable()
        + (categories.isEmpty() ? "" : "\n" + categories);
  }

  /** The use of nodes by policy; empty for a pool of processors. */
  private String useTable() {
    Map<String, ResourceUse> uses = new LinkedHashMap<>();
    for (SimulationReport report : ranked()) {
      ResourceUse use = report.use();
      if (use != null) {
        uses.put(report.policy(), use);
      }
    }
    return UseFigures.table(uses);
  }

  /**
   * Formats a table for each panel, with the policies below one another in each category; may be
   * empty.
   */
  static String categoryTables(List<SimulationReport> reports) {
    List<String> tables = new ArrayList<>();
    int panels = reports.get(0).categories().size();
    for (int panel = 0; panel < panels; panel++) {
      tables.add(categoryTable(reports, panel));
    }
    return panels == 0
        ? ""
        : String.join("\n", tables) + reports.get(0).categories().get(0).legend() + "\n";
  }

  private static String categoryTable(List<SimulationReport> reports, int number) {
    Panel first = reports.get(0).categories().get(number);
    boolean several = reports.size() > 1;
    String head = first.estimates().isEmpty() ? "category" : first.estimates() + " estimated";
    List<String> heads = new ArrayList<>(List.of(head));
    if (several) {
      heads.add("policy");
    }
    heads.addAll(List.of("jobs", "mean wait, s", "max wait, s", "mean slowdown", "max slowdown"));
    heads.addAll(List.of("mean turnaround, s", "max turnaround, s"));
    Table table = new Table(heads);
    for (int i = 0; i < first.groups().size(); i++) {
      for (SimulationReport report : reports) {
        JobGroup group = report.categories().get(number).groups().get(i);
        List<String> cells = new ArrayList<>(List.of(group.name()));
        if (several) {
          cells.add(report.policy());
        }
        cells.addAll(figures(group.statistics()));
        table.row(cells);
      }
    }
    return table.toString();
  }

  private static List<String> figures(JobStatistics figures) {
    if (figures.jobs() == 0) {
      return List.of("0", NONE, NONE, NONE, NONE, NONE, NONE);
    }
    return List.of(
        Integer.toString(figures.jobs()),
        Numbers.fixed(figures.meanWait(), 1),
        Integer.toString(figures.maxWait()),
        Numbers.fixed(figures.meanBoundedSlowdown(), 2),
        Numbers.fixed(figures.maxBoundedSlowdown(), 1),
        Numbers.fixed(figures.meanTurnaround(), 1),
        Integer.toString(figures.maxTurnaround()));
  }
}
