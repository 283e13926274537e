package io.gnomon.sim.reproduce;

import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.report.PolicyCharts;
import io.gnomon.sim.reproduce.KettimuthuTables.Scheme;
import io.gnomon.sim.reproduce.ReproducedStudy.Chart;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables and charts of kettimuthu2005, in order. Not thread-safe. */
final class KettimuthuReport {
  private final String study;
  private final List<Table> tables = new ArrayList<>();
  private final List<Chart> charts = new ArrayList<>();

  KettimuthuReport(String study) {
    this.study = study;
  }

  List<Table> tables() {
    return tables;
  }

  List<Chart> charts() {
    return charts;
  }

  /** Adds a table without a chart. */
  void table(Table table) {
    tables.add(table);
  }

  /** Adds a table by category and a bar chart of it. */
  void bars(Table table, String yLabel) {
    tables.add(table);
    charts.add(
        TableCharts.bars(
            name(table.title()), table, "category", ChartAxis.log(yLabel), columns(table)));
  }

  /** Adds a table by load and a line chart of it. */
  void lines(Table table, String yLabel) {
    tables.add(table);
    charts.add(
        TableCharts.curves(
            name(table.title()), table, ChartAxis.linear("load factor"), axis(yLabel)));
  }

  /** Adds a chart of two tables by load: the values of one over those of the other. */
  void against(String title, Table x, Table y, String yLabel) {
    SvgChart chart = SvgChart.xy(title, ChartAxis.linear("utilisation"), axis(yLabel));
    for (String column : columns(y)) {
      chart.line(column, TableCharts.column(x, column), TableCharts.column(y, column));
    }
    charts.add(new Chart(name(title), chart));
  }

  /** Adds a chart of the distribution of waits under each scheme. */
  void waits(KettimuthuTrace trace, String estimates, List<Scheme> schemes, KettimuthuRuns runs) {
    String workload = trace.name() + ", " + estimates;
    PolicyCharts distributions = new PolicyCharts(workload, JobCategories.NONE);
    for (Scheme scheme : schemes) {
      distributions.add(scheme.name(), runs.outcome(scheme.run()));
    }
    charts.add(new Chart(name(workload + ", waits"), distributions.waitChart()));
  }

  private static ChartAxis axis(String label) {
    return label.equals("utilisation") ? ChartAxis.linear(label) : ChartAxis.log(label);
  }

  private static List<String> columns(Table table) {
    return table.figures().stream().map(Figure::column).distinct().toList();
  }

  private String name(String title) {
    return study + "-" + title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }
}
