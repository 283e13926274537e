package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.metric.Metrics;
import java.util.List;

/**
 * A metric in a report.
 *
 * @param name in JSON and CSV
 * @param label in tables
 * @param value the figure
 * @param decimals number of decimals in tables
 */
record MetricRow(String name, String label, double value, int decimals) {
  static List<MetricRow> of(Metrics m) {
    return List.of(
        new MetricRow("meanWait", "mean wait, s", m.meanWait(), 1),
        new MetricRow("geometricMeanWait", "geometric mean wait, s", m.geometricMeanWait(), 1),
        new MetricRow("meanBoundedSlowdown", "mean bounded slowdown", m.meanBoundedSlowdown(), 3),
        new MetricRow(
            "medianBoundedSlowdown", "median bounded slowdown", m.medianBoundedSlowdown(), 3),
        new MetricRow("p95BoundedSlowdown", "95 % bounded slowdown", m.p95BoundedSlowdown(), 3),
        new MetricRow("meanTurnaround", "mean turnaround, s", m.meanTurnaround(), 1),
        new MetricRow("maxWait", "longest wait, s", m.maxWait(), 0),
        new MetricRow("utilization", "utilisation", m.utilization(), 4),
        new MetricRow("startedAtOnce", "started at once", m.startedAtOnce(), 4),
        new MetricRow("fairness", "fairness between users", m.fairness(), 4));
  }

  String text() {
    return Numbers.fixed(value, decimals);
  }
}
