package io.gnomon.sim.metric;

import io.gnomon.sim.workload.JobLog;

/** How evenly a schedule treats the users. */
final class Fairness {
  private Fairness() {}

  /**
   * Jain's index (sum x)^2 / (n sum x^2), where x is the mean bounded slowdown of one of the n
   * users with a finished job; 0 when there is none. O(n + greatest user number).
   */
  static double jainIndexOfUsers(Outcome outcome) {
    JobLog log = outcome.log();
    int greatest = JobLog.UNKNOWN;
    for (int job = 0; job < log.size(); job++) {
      greatest = Math.max(greatest, log.user(job));
    }
    double[] sums = new double[greatest + 2];
    int[] jobs = new int[greatest + 2];
    for (int job = 0; job < log.size(); job++) {
      if (outcome.schedule().finished(job)) {
        int user = Math.max(JobLog.UNKNOWN, log.user(job)) + 1;
        sums[user] += outcome.boundedSlowdown(job);
        jobs[user]++;
      }
    }
    int users = 0;
    double sum = 0;
    double squares = 0;
    for (int user = 0; user < jobs.length; user++) {
      if (jobs[user] > 0) {
        double mean = sums[user] / jobs[user];
        users++;
        sum += mean;
        squares += mean * mean;
      }
    }
    return users == 0 ? 0 : sum * sum / (users * squares);
  }
}
