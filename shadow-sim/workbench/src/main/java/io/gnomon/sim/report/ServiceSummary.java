package io.gnomon.sim.report;

import io.gnomon.sim.engine.ResourceUse;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.workload.CategoryScheme;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of all jobs of a log under one policy or loop.
 *
 * @param name of the policy or loop
 * @param meanBoundedSlowdown of all jobs, bound 10 s
 * @param meanWait of all jobs, in seconds
 * @param worstCategory name of the worst-off of the sixteen categories of kettimuthu2005
 * @param worstCategoryWait its mean wait in seconds
 * @param worstOfFourWait mean wait in seconds of the worst-off of the four categories
 * @param maxWait of any job, in seconds
 * @param p95BoundedSlowdown 95th percentile of bounded slowdown
 * @param utilization work done over the capacity of the machine until the last end
 * @param use of the nodes; null for a pool of processors
 */
public record ServiceSummary(
    String name,
    double meanBoundedSlowdown,
    double meanWait,
    String worstCategory,
    double worstCategoryWait,
    double worstOfFourWait,
    int maxWait,
    double p95BoundedSlowdown,
    double utilization,
    @Nullable ResourceUse use) {
  /** Summarises an outcome on a machine of {@code processors}; O(n log n). */
  public static ServiceSummary of(
      String name, Outcome outcome, int processors, @Nullable ResourceUse use) {
    Metrics all = Metrics.of(outcome, processors);
    JobGroup worst = worst(outcome, CategoryScheme.SIXTEEN);
    return new ServiceSummary(
        name,
        all.meanBoundedSlowdown(),
        all.meanWait(),
        worst.name(),
        worst.statistics().meanWait(),
        worst(outcome, CategoryScheme.FOUR).statistics().meanWait(),
        all.maxWait(),
        all.p95BoundedSlowdown(),
        all.utilization(),
        use);
  }

  private static JobGroup worst(Outcome outcome, CategoryScheme scheme) {
    return JobGroup.byCategory(outcome, scheme).stream()
        .max(Comparator.comparingDouble(group -> group.statistics().meanWait()))
        .orElseThrow();
  }

  /**
   * Whether the mean wait and the waits of both worst-off categories are at most {@code factor}
   * times those of another summary.
   */
  public boolean within(double factor, ServiceSummary other) {
    return meanWait <= factor * other.meanWait
        && worstCategoryWait <= factor * other.worstCategoryWait
        && worstOfFourWait <= factor * other.worstOfFourWait;
  }

  Json write(Json json) {
    json.put("meanBoundedSlowdown", meanBoundedSlowdown)
        .put("meanWait", meanWait)
        .put("worstCategory", worstCategory)
        .put("worstCategoryWait", worstCategoryWait)
        .put("worstOfFourWait", worstOfFourWait)
        .put("maxWait", maxWait)
        .put("p95BoundedSlowdown", p95BoundedSlowdown)
        .put("utilization", utilization);
    return use == null ? json : UseFigures.write(json, use);
  }
}
