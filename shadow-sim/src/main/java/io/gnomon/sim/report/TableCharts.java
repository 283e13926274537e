package io.gnomon.sim.report;

import io.gnomon.sim.report.ReproducedStudy.Chart;
import io.gnomon.sim.report.ReproducedStudy.Figure;
import io.gnomon.sim.report.ReproducedStudy.Table;
import java.util.List;

/** Charts of a study's own tables. */
final class TableCharts {
  private TableCharts() {}

  /** Bars: a group for each row that has all of {@code columns}, a series for each column. */
  static Chart bars(
      String name, Table table, String rowLabel, String yLabel, List<String> columns) {
    List<String> rows =
        table.figures().stream()
            .map(Figure::row)
            .distinct()
            .filter(
                row -> columns.stream().noneMatch(column -> Double.isNaN(ours(table, row, column))))
            .toList();
    SvgChart chart = SvgChart.bars(table.title(), rowLabel, rows, ChartAxis.linear(yLabel));
    for (String column : columns) {
      chart.bars(column, rows.stream().mapToDouble(row -> ours(table, row, column)).toArray());
    }
    return new Chart(name, chart);
  }

  /** Lines: a point for each of {@code tables} at its {@code x}, a series for each row. */
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

  private static double ours(Table table, String row, String column) {
    return table.figures().stream()
        .filter(figure -> figure.row().equals(row) && figure.column().equals(column))
        .mapToDouble(Figure::ours)
        .findFirst()
        .orElse(Double.NaN);
  }
}
