package io.gnomon.sandbox;

import io.gnomon.sim.tune.Search;
import io.gnomon.sim.workload.JobLog;

/**
 * Settings of a demo.
 *
 * @param workload display name
 * @param log the jobs, prepared for the machine
 * @param processors of the cluster
 * @param end second of the log at which the fast part of the demo ends, with jobs that wait and
 *     run; {@link #ALL_JOBS} to run all jobs
 * @param threshold mean bounded slowdown above which studies run
 * @param speed simulated seconds per second; infinite for as fast as the controller follows
 * @param seconds time limit; infinite for none
 * @param port of the dashboard; 0 for any free port
 */
record DemoSettings(
    String workload,
    JobLog log,
    int processors,
    int end,
    double threshold,
    double speed,
    double seconds,
    int port) {
  /** The value of {@code end} with which a demo runs until its last job ends. */
  static final int ALL_JOBS = Integer.MAX_VALUE;

  /** Settings of a demo that runs all jobs. */
  DemoSettings(
      String workload,
      JobLog log,
      int processors,
      double threshold,
      double speed,
      double seconds,
      int port) {
    this(workload, log, processors, ALL_JOBS, threshold, speed, seconds, port);
  }

  /** The generated workload at full speed, without a time limit, on any free port. */
  static DemoSettings generated() {
    return generated(DemoWorkload.PROCESSORS, DemoWorkload.SEED);
  }

  /** The same for another machine and another seed. */
  static DemoSettings generated(int processors, long seed) {
    return new DemoSettings(
        "generated workload, seed " + seed,
        DemoWorkload.generate(processors, seed),
        processors,
        DemoWorkload.END,
        Search.LIBRARY.threshold(),
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        0);
  }

  /** The same demo with another end of its fast part, as a second of the log. */
  DemoSettings until(int second) {
    return new DemoSettings(workload, log, processors, second, threshold, speed, seconds, port);
  }

  /** The last second of the fast part, or about the last second of the workload. */
  int lastSecond() {
    return end == ALL_JOBS ? log.submit(log.size() - 1) : end;
  }
}
