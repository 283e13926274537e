package io.gnomon.sim.report;

import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.metric.Outcome;
import java.util.Comparator;

/**
 * How the jobs of a log fared under one way of scheduling.
 *
 * @param name of the policy or the loop
 * @param meanBoundedSlowdown of all jobs, bound 10 s
 * @param meanWait of all jobs, in seconds
 * @param worstCategory the name of the worst served of kettimuthu2005's sixteen categories
 * @param worstCategoryWait its mean wait in seconds
 * @param worstOfFourWait mean wait in seconds of the worst served of the paper's four categories
 * @param maxWait of any job, in seconds
 * @param p95BoundedSlowdown that 95 % of the jobs do not exceed
 * @param utilization the work done over the machine's capacity until the last end
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
    double utilization) {
  /** The figures of an outcome on a machine of {@code processors}; O(n log n). */
  public static ServiceSummary of(String name, Outcome outcome, int processors) {
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
        all.utilization());
  }

  private static JobGroup worst(Outcome outcome, CategoryScheme scheme) {
    return JobGroup.byCategory(outcome, scheme).stream()
        .max(Comparator.comparingDouble(group -> group.statistics().meanWait()))
        .orElseThrow();
  }

  /** Whether mean wait and both worst categories are within a factor of another's. */
  public boolean within(double factor, ServiceSummary other) {
    return meanWait <= factor * other.meanWait
        && worstCategoryWait <= factor * other.worstCategoryWait
        && worstOfFourWait <= factor * other.worstOfFourWait;
  }

  Json write(Json json) {
    return json.put("meanBoundedSlowdown", meanBoundedSlowdown)
        .put("meanWait", meanWait)
        .put("worstCategory", worstCategory)
        .put("worstCategoryWait", worstCategoryWait)
        .put("worstOfFourWait", worstOfFourWait)
        .put("maxWait", maxWait)
        .put("p95BoundedSlowdown", p95BoundedSlowdown)
        .put("utilization", utilization);
  }
}
