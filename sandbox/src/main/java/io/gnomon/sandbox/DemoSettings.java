package io.gnomon.sandbox;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;

/**
 * Settings of a demo.
 *
 * @param workload display name
 * @param log the jobs, prepared for the machine
 * @param processors of the cluster
 * @param threshold mean bounded slowdown above which studies run
 * @param speed simulated seconds per second; infinite for as fast as the controller follows
 * @param seconds time limit; infinite for none
 * @param port of the dashboard; 0 for any free port
 */
record DemoSettings(
    String workload,
    JobLog log,
    int processors,
    double threshold,
    double speed,
    double seconds,
    int port) {
  private static final int GENERATED_PROCESSORS = 128;

  /** The generated workload at full speed, without a time limit, on any free port. */
  static DemoSettings generated() {
    return new DemoSettings(
        "generated, seed 1",
        new Preparation(GENERATED_PROCESSORS, OverrunRule.KNOWN)
            .prepare(WorkloadGenerator.generate(12_000, GENERATED_PROCESSORS, 0.6, 1))
            .log(),
        GENERATED_PROCESSORS,
        100,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        0);
  }
}
