package io.gnomon.sim.metric;

import io.gnomon.sim.workload.JobLog;

/**
 * The weeks of a log, counted from its first submit.
 *
 * @param log whose jobs are placed
 * @param firstSubmit where week 0 begins, in seconds
 * @param count weeks with a submit, and those between
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
