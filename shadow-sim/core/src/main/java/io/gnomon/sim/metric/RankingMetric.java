package io.gnomon.sim.metric;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A metric by which schedules are ranked, with the direction that is better. */
public enum RankingMetric {
  /** Seconds, less is better. */
  MEAN_WAIT("meanWait", Metrics::meanWait, false),
  /** Seconds, less is better. */
  GEOMETRIC_MEAN_WAIT("geometricMeanWait", Metrics::geometricMeanWait, false),
  /** Less is better. */
  MEAN_BOUNDED_SLOWDOWN("meanBoundedSlowdown", Metrics::meanBoundedSlowdown, false),
  /** Less is better. */
  MEDIAN_BOUNDED_SLOWDOWN("medianBoundedSlowdown", Metrics::medianBoundedSlowdown, false),
  /** Less is better. */
  P95_BOUNDED_SLOWDOWN("p95BoundedSlowdown", Metrics::p95BoundedSlowdown, false),
  /** Seconds, less is better. */
  MEAN_TURNAROUND("meanTurnaround", Metrics::meanTurnaround, false),
  /** Seconds, less is better. */
  MAX_WAIT("maxWait", Metrics::maxWait, false),
  /** More is better. */
  UTILIZATION("utilization", Metrics::utilization, true),
  /** More is better. */
  STARTED_AT_ONCE("startedAtOnce", Metrics::startedAtOnce, true),
  /** More is better. */
  FAIRNESS("fairness", Metrics::fairness, true);

  private final String metric;
  private final ToDoubleFunction<Metrics> value;
  private final boolean moreIsBetter;

  RankingMetric(String metric, ToDoubleFunction<Metrics> value, boolean moreIsBetter) {
    this.metric = metric;
    this.value = value;
    this.moreIsBetter = moreIsBetter;
  }

  /** The metric's name, as in JSON output. */
  public String metric() {
    return metric;
  }

  /** Orders better metrics first; equal ones compare as 0. */
  public Comparator<Metrics> betterFirst() {
    Comparator<Metrics> less = Comparator.comparingDouble(value);
    return moreIsBetter ? less.reversed() : less;
  }

  /** All names. */
  public static List<String> metricNames() {
    return Arrays.stream(values()).map(RankingMetric::metric).toList();
  }

  /**
   * The metric of this name, ignoring case.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RankingMetric named(String metric) {
    return Arrays.stream(values())
        .filter(ranking -> ranking.metric.equalsIgnoreCase(metric))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown metric '"
                        + metric
                        + "'; allowed are "
                        + String.join(", ", metricNames())));
  }
}
