package io.gnomon.sandbox.slurm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.swf.SwfReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs of a trace made small: so many seconds become one, processors become cores of a smaller or
 * larger machine. Time limits are whole minutes, for Slurm knows no others.
 */
final class ScaledJobs {
  /** Processors of the machine on which KTH's jobs ran. */
  static final int KTH_PROCESSORS = 100;

  /** The place of the first of KTH's jobs in a crowded fortnight. */
  static final int KTH_CROWD = 8_000;

  private static final int MINUTE = 60;

  private ScaledJobs() {}

  /**
   * A job to submit.
   *
   * @param submit seconds after the first
   * @param width nodes or cores
   * @param runtime seconds, at least 1
   * @param minutes its time limit
   */
  record Job(int submit, int width, int runtime, int minutes) {}

  /** The jobs of KTH, where the trace is; else the test is skipped. */
  static JobLog kth() throws IOException {
    Path trace =
        Path.of(System.getProperty("gnomon.root", ".."))
            .resolve("../shared/traces/KTH-SP2-1996-2.1-cln.swf.gz");
    assumeTrue(
        Files.isReadable(trace),
        "skipped: " + trace + " is missing; the Parallel Workloads Archive has it");
    return new Preparation(KTH_PROCESSORS, OverrunRule.EXTEND)
        .prepare(SwfReader.read(trace).log())
        .log();
  }

  /**
   * Scales jobs of {@code log}.
   *
   * @param first the first job's place in the log
   * @param shrink so many seconds of runtimes become one
   * @param shrinkLimits so many seconds of limits become one
   * @param faster submissions come so many times faster still, which raises the load
   * @param from processors of the traced machine
   * @param to processors of the machine at hand
   */
  static List<Job> of(
      JobLog log,
      int first,
      int count,
      double shrink,
      double shrinkLimits,
      double faster,
      int from,
      int to) {
    List<Job> jobs = new ArrayList<>();
    for (int i = first; i < first + count; i++) {
      double submit = (log.submit(i) - log.submit(first)) / (shrink * faster);
      double width = Math.ceil((double) log.width(i) * to / from);
      double runtime = Math.max(1, Math.rint(log.runtime(i) / shrink));
      double limit = Math.max(log.estimate(i) / shrinkLimits, runtime + 1) / MINUTE;
      jobs.add(
          new Job((int) submit, (int) Math.min(width, to), (int) runtime, (int) Math.ceil(limit)));
    }
    return jobs;
  }
}
