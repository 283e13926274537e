package io.gnomon.sim.metric;

import java.util.function.IntPredicate;

/**
 * Averages and extremes over a group of jobs; all 0 for an empty group.
 *
 * @param jobs number of jobs
 * @param meanWait seconds
 * @param meanBoundedSlowdown at least 1
 * @param meanTurnaround seconds
 * @param maxWait seconds
 * @param maxBoundedSlowdown at least 1
 * @param maxTurnaround seconds
 */
public record JobStatistics(
    int jobs,
    double meanWait,
    double meanBoundedSlowdown,
    double meanTurnaround,
    int maxWait,
    double maxBoundedSlowdown,
    int maxTurnaround) {

  /** Statistics over the finished jobs of an outcome that {@code group} accepts; O(n). */
  public static JobStatistics of(Outcome outcome, IntPredicate group) {
    Accumulator jobs = new Accumulator();
    for (int job = 0; job < outcome.schedule().size(); job++) {
      if (outcome.schedule().finished(job) && group.test(job)) {
        jobs.add(outcome, job);
      }
    }
    return jobs.statistics();
  }

  /** Accumulates the jobs of one group. */
  static final class Accumulator {
    private int jobs;
    private long wait;
    private double slowdown;
    private long turnaround;
    private int maxWait;
    private double maxSlowdown;
    private int maxTurnaround;

    void add(Outcome outcome, int job) {
      int jobWait = outcome.wait(job);
      double jobSlowdown = outcome.boundedSlowdown(job);
      int jobTurnaround = outcome.turnaround(job);
      jobs++;
      wait += jobWait;
      slowdown += jobSlowdown;
      turnaround += jobTurnaround;
      maxWait = Math.max(maxWait, jobWait);
      maxSlowdown = Math.max(maxSlowdown, jobSlowdown);
      maxTurnaround = Math.max(maxTurnaround, jobTurnaround);
    }

    JobStatistics statistics() {
      double divisor = Math.max(1, jobs);
      return new JobStatistics(
          jobs,
          wait / divisor,
          slowdown / divisor,
          turnaround / divisor,
          maxWait,
          maxSlowdown,
          maxTurnaround);
    }
  }
}
