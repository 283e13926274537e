package io.gnomon.sim.report;

import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.report.document.Columns;

/** The metrics in reports. */
final class MetricColumns {
  static final Columns<Metrics> ALL =
      new Columns<Metrics>()
          .number("meanWait", "mean wait, s", Metrics::meanWait, 1)
          .number("geometricMeanWait", "geometric mean wait, s", Metrics::geometricMeanWait, 1)
          .number("meanBoundedSlowdown", "mean bounded slowdown", Metrics::meanBoundedSlowdown, 3)
          .number(
              "medianBoundedSlowdown", "median bounded slowdown", Metrics::medianBoundedSlowdown, 3)
          .number("p95BoundedSlowdown", "95 % bounded slowdown", Metrics::p95BoundedSlowdown, 3)
          .number("meanTurnaround", "mean turnaround, s", Metrics::meanTurnaround, 1)
          .number("maxWait", "longest wait, s", Metrics::maxWait, 0)
          .number("utilization", "utilisation", Metrics::utilization, 4)
          .number("startedAtOnce", "started at once", Metrics::startedAtOnce, 4)
          .number("fairness", "fairness between users", Metrics::fairness, 4);

  private MetricColumns() {}
}
