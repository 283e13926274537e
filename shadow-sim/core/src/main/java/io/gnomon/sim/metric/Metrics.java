package io.gnomon.sim.metric;

import io.gnomon.sim.workload.JobLog;
import java.util.Arrays;

/**
 * The metrics of one schedule over all finished jobs; all 0 if no job finished.
 *
 * @param meanWait seconds
 * @param geometricMeanWait seconds; waits below 10 s count as 10 s (nissimov2008, Table 3)
 * @param meanBoundedSlowdown bound 10 s
 * @param medianBoundedSlowdown for an even number of jobs, the mean of the middle two
 * @param p95BoundedSlowdown 95th percentile (nearest rank)
 * @param meanTurnaround seconds
 * @param maxWait seconds
 * @param utilization work (width times runtime) of the finished jobs divided by the machine's
 *     capacity from the first submission to the last end; work of killed attempts does not count
 * @param startedAtOnce fraction of the jobs that started in the second of their submission
 * @param fairness Jain's index over users of their mean bounded slowdown: 1 if it is equal for all
 *     users, down to 1/users; jobs of unknown users count as those of one user
 */
public record Metrics(
    double meanWait,
    double geometricMeanWait,
    double meanBoundedSlowdown,
    double medianBoundedSlowdown,
    double p95BoundedSlowdown,
    double meanTurnaround,
    int maxWait,
    double utilization,
    double startedAtOnce,
    double fairness) {
  private static final int WAIT_FLOOR_SECONDS = 10;

  /**
   * The metrics of an outcome on a machine of {@code processors}; O(n log n).
   *
   * @throws IllegalArgumentException if the machine has no processors
   */
  public static Metrics of(Outcome outcome, int processors) {
    if (processors < 1) {
      throw new IllegalArgumentException(
          "a machine of " + processors + " processors is not allowed: it needs at least 1");
    }
    JobLog log = outcome.log();
    Schedule schedule = outcome.schedule();
    double[] slowdowns = new double[schedule.size()];
    int jobs = 0;
    int atOnce = 0;
    int lastEnd = 0;
    double logWaits = 0;
    double work = 0;
    JobStatistics.Accumulator sums = new JobStatistics.Accumulator();
    for (int job = 0; job < schedule.size(); job++) {
      if (schedule.finished(job)) {
        sums.add(outcome, job);
        slowdowns[jobs++] = outcome.boundedSlowdown(job);
        logWaits += Math.log(Math.max(WAIT_FLOOR_SECONDS, outcome.wait(job)));
        atOnce += schedule.start(job) == log.submit(job) ? 1 : 0;
        lastEnd = Math.max(lastEnd, schedule.end(job));
        work += (double) log.runtime(job) * log.width(job);
      }
    }
    if (jobs == 0) {
      return new Metrics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
    double[] sorted = Arrays.copyOf(slowdowns, jobs);
    Arrays.sort(sorted);
    JobStatistics all = sums.statistics();
    return new Metrics(
        all.meanWait(),
        Math.exp(logWaits / jobs),
        all.meanBoundedSlowdown(),
        median(sorted),
        percentile(sorted, 0.95),
        all.meanTurnaround(),
        all.maxWait(),
        work / ((double) processors * (lastEnd - log.submit(0))),
        (double) atOnce / jobs,
        Fairness.jainIndexOfUsers(outcome));
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The percentile by nearest rank. */
  private static double percentile(double[] sorted, double fraction) {
    return sorted[(int) Math.ceil(fraction * sorted.length) - 1];
  }
}
