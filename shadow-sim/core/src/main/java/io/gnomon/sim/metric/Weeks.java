package io.gnomon.sim.metric;

import io.gnomon.sim.workload.JobLog;

/**
 * The weeks of a log, counted from its first submission.
 *
 * @param log the jobs
 * @param firstSubmit beginning of week 0, in seconds
 * @param count number of weeks up to the last submission
 */
record Weeks(JobLog log, int firstSubmit, int count) {
  static final int SECONDS = 7 * 24 * 3600;

  static Weeks of(JobLog log) {
    if (log.size() == 0) {
      return new Weeks(log, 0, 0);
    }
    int first = log.submit(0);
    return new Weeks(log, first, (log.submit(log.size() - 1) - first) / SECONDS + 1);
  }

  /** The week in which the job was submitted. */
  int ofJob(int job) {
    return (log.submit(job) - firstSubmit) / SECONDS;
  }
}
