package io.gnomon.sim.metric;

import io.gnomon.sim.workload.JobLog;

/**
 * The result of scheduling a log. Per-job measures are defined for finished jobs only.
 *
 * @param log prepared for the machine, so that every runtime is at least 1 s
 * @param schedule of the same jobs
 */
public record Outcome(JobLog log, Schedule schedule) {
  /** Lower bound of the runtime in a bounded slowdown, in seconds. */
  public static final int SLOWDOWN_BOUND_SECONDS = 10;

  /**
   * Checks the sizes.
   *
   * @throws IllegalArgumentException if the schedule has a different number of jobs
   */
  public Outcome {
    if (log.size() != schedule.size()) {
      throw new IllegalArgumentException(
          "the log has %d jobs and the schedule %d: they must be of the same workload"
              .formatted(log.size(), schedule.size()));
    }
  }

  /** Seconds from submit to end. */
  public int turnaround(int job) {
    return schedule.end(job) - log.submit(job);
  }

  /**
   * Seconds between submission and end in which the job was not running: turnaround less runtime,
   * so suspended time counts; 0 for a job that was widened and ended sooner.
   */
  public int wait(int job) {
    return Math.max(0, turnaround(job) - log.runtime(job));
  }

  /**
   * 1 + wait / max(10 s, runtime). The runtime is the submitted one, even if the job was molded.
   */
  public double boundedSlowdown(int job) {
    return 1.0 + (double) wait(job) / Math.max(SLOWDOWN_BOUND_SECONDS, log.runtime(job));
  }

  /** Number of finished jobs. */
  public int finishedJobs() {
    int finished = 0;
    for (int job = 0; job < schedule.size(); job++) {
      finished += schedule.finished(job) ? 1 : 0;
    }
    return finished;
  }
}
