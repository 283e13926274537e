package io.gnomon.sim.metric;

import io.gnomon.sim.workload.CategoryScheme;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * The statistics of one group of jobs.
 *
 * @param name of the category, or number of the week
 * @param statistics over the group's finished jobs
 */
public record JobGroup(String name, JobStatistics statistics) {
  private static final int LEFT_OUT = -1;

  /** One group per category, including categories without jobs; O(n). */
  public static List<JobGroup> byCategory(Outcome outcome, CategoryScheme scheme) {
    JobLog log = outcome.log();
    return divide(
        outcome,
        scheme.size(),
        job -> scheme.category(log.runtime(job), log.width(job)),
        scheme::name);
  }

  /**
   * Like {@link #byCategory(Outcome, CategoryScheme)}, for the jobs whose estimates have the given
   * quality.
   */
  public static List<JobGroup> byCategory(
      Outcome outcome, CategoryScheme scheme, EstimateQuality quality) {
    JobLog log = outcome.log();
    return divide(
        outcome,
        scheme.size(),
        job ->
            EstimateQuality.of(log.estimate(job), log.runtime(job)) == quality
                ? scheme.category(log.runtime(job), log.width(job))
                : LEFT_OUT,
        scheme::name);
  }

  /** One group per week of submission, starting at the log's first submission; O(n). */
  public static List<JobGroup> byWeek(Outcome outcome) {
    Weeks weeks = Weeks.of(outcome.log());
    return divide(outcome, weeks.count(), weeks::ofJob, String::valueOf);
  }

  private static List<JobGroup> divide(
      Outcome outcome, int groups, IntUnaryOperator groupOf, IntFunction<String> name) {
    List<JobStatistics.Accumulator> sums = new ArrayList<>(groups);
    for (int group = 0; group < groups; group++) {
      sums.add(new JobStatistics.Accumulator());
    }
    for (int job = 0; job < outcome.schedule().size(); job++) {
      int group = outcome.schedule().finished(job) ? groupOf.applyAsInt(job) : LEFT_OUT;
      if (group != LEFT_OUT) {
        sums.get(group).add(outcome, job);
      }
    }
    List<JobGroup> result = new ArrayList<>(groups);
    for (int group = 0; group < groups; group++) {
      result.add(new JobGroup(name.apply(group), sums.get(group).statistics()));
    }
    return result;
  }
}
