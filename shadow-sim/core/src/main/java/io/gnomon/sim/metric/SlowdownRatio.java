package io.gnomon.sim.metric;

import io.gnomon.sim.workload.JobLog;

/**
 * The slowdown ratio R of lawson2005, section 2.2: the average relative improvement of jobs under
 * one schedule compared with another.
 *
 * <p>R of a job is (s1 - sm) / min(s1, sm), where s1 and sm are its bounded slowdowns under the
 * single queue (the baseline) and the alternative; positive if the alternative is better. Jobs that
 * ran for less than 10 s but requested more than a minute probably crashed and are excluded, as are
 * jobs that did not finish under both schedules.
 */
public final class SlowdownRatio {
  private static final int CRASHED_RUNTIME_SECONDS = 10;
  private static final int CRASHED_ESTIMATE_SECONDS = 60;

  private final double mean;
  private final int jobs;
  private final double[] weeklyMeans;
  private final int[] weeklyJobs;

  private SlowdownRatio(double mean, int jobs, double[] weeklyMeans, int[] weeklyJobs) {
    this.mean = mean;
    this.jobs = jobs;
    this.weeklyMeans = weeklyMeans;
    this.weeklyJobs = weeklyJobs;
  }

  /**
   * Compares two schedules of one log; O(n).
   *
   * @throws IllegalArgumentException if a schedule has a different number of jobs
   */
  public static SlowdownRatio of(JobLog log, Schedule baseline, Schedule alternative) {
    Outcome single = new Outcome(log, baseline);
    Outcome multiple = new Outcome(log, alternative);
    Weeks weeks = Weeks.of(log);
    double[] weekly = new double[weeks.count()];
    int[] weeklyJobs = new int[weeks.count()];
    double sum = 0;
    int jobs = 0;
    for (int job = 0; job < log.size(); job++) {
      if (counts(log, job) && baseline.finished(job) && alternative.finished(job)) {
        double ratio = ofJob(single.boundedSlowdown(job), multiple.boundedSlowdown(job));
        sum += ratio;
        jobs++;
        weekly[weeks.ofJob(job)] += ratio;
        weeklyJobs[weeks.ofJob(job)]++;
      }
    }
    for (int week = 0; week < weekly.length; week++) {
      weekly[week] /= Math.max(1, weeklyJobs[week]);
    }
    return new SlowdownRatio(sum / Math.max(1, jobs), jobs, weekly, weeklyJobs);
  }

  /** R of one job with these bounded slowdowns. */
  public static double ofJob(double baselineSlowdown, double alternativeSlowdown) {
    return (baselineSlowdown - alternativeSlowdown)
        / Math.min(baselineSlowdown, alternativeSlowdown);
  }

  /** Whether the ratio includes the job. */
  public static boolean counts(JobLog log, int job) {
    return log.runtime(job) >= CRASHED_RUNTIME_SECONDS
        || log.estimate(job) <= CRASHED_ESTIMATE_SECONDS;
  }

  /** Mean R over all included jobs; 0 if there is none. */
  public double mean() {
    return mean;
  }

  /** Number of included jobs. */
  public int jobs() {
    return jobs;
  }

  /** Number of weeks from the log's first submission to its last. */
  public int weeks() {
    return weeklyMeans.length;
  }

  /** Mean R over the jobs submitted in a week, {@code 0..weeks()-1}; 0 if none is included. */
  public double mean(int week) {
    return weeklyMeans[week];
  }

  /** Number of included jobs in a week. */
  public int jobs(int week) {
    return weeklyJobs[week];
  }
}
