package io.gnomon.sim.reproduce;

import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.reproduce.ReproducedStudy.Chart;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import java.util.List;

/** Creates charts from the tables of a study. */
final class TableCharts {
  private TableCharts() {}

  /** A bar chart with a group for each row that has all {@code columns}, a series per column. */
  static Chart bars(
      String name, Table table, String rowLabel, String yLabel, List<String> columns) {
    return bars(name, table, rowLabel, ChartAxis.linear(yLabel), columns);
  }

  /** A bar chart with the given axis. */
  static Chart bars(String name, Table table, String rowLabel, ChartAxis y, List<String> columns) {
    List<String> rows =
        table.figures().stream()
            .map(Figure::row)
            .distinct()
            .filter(
                row -> columns.stream().noneMatch(column -> Double.isNaN(ours(table, row, column))))
            .toList();
    SvgChart chart = SvgChart.bars(table.title(), rowLabel, rows, y);
    for (String column : columns) {
      chart.bars(column, rows.stream().mapToDouble(row -> ours(table, row, column)).toArray());
    }
    return new Chart(name, chart);
  }

  /** A line chart with a point for each of {@code tables} and a series for each row. */
  static Chart lines(
      String name, String title, ChartAxis x, ChartAxis y, double[] at, List<Table> tables) {
    SvgChart chart = SvgChart.xy(title, x, y);
    for (Figure first : tables.get(0).figures()) {
      chart.line(
          first.row(),
          at,
          tables.stream().mapToDouble(table -> ours(table, first.row(), first.column())).toArray());
    }
    return new Chart(name, chart);
  }

  /** A line chart over the rows, whose names are numbers, with a series for each column. */
  static Chart curves(String name, Table table, ChartAxis x, ChartAxis y) {
    double[] at =
        table.figures().stream().map(Figure::row).distinct().mapToDouble(Double::valueOf).toArray();
    SvgChart chart = SvgChart.xy(table.title(), x, y);
    table.figures().stream()
        .map(Figure::column)
        .distinct()
        .forEach(column -> chart.line(column, at, column(table, column)));
    return new Chart(name, chart);
  }

  /** Our figures in one column, in row order. */
  static double[] column(Table table, String column) {
    return table.figures().stream()
        .filter(figure -> figure.column().equals(column))
        .mapToDouble(Figure::ours)
        .toArray();
  }

  private static double ours(Table table, String row, String column) {
    return table.figures().stream()
        .filter(figure -> figure.row().equals(row) && figure.column().equals(column))
        .mapToDouble(Figure::ours)
        .findFirst()
        .orElse(Double.NaN);
  }
}
