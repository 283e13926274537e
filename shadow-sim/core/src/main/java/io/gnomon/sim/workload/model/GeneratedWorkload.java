package io.gnomon.sim.workload.model;

import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.stream.IntStream;

/**
 * The jobs that {@link WorkloadGenerator} has drawn, from which logs of any part are built: about
 * 35 bytes a job, where a {@link JobLog} with its builder takes several times as much. Immutable.
 */
public final class GeneratedWorkload {
  private static final int PART_JOBS = 1 << 16;

  private final Application[] application;
  private final int[] runtime;
  private final int[] estimate;
  private final int[] submit;
  private final double runtimeFactor;

  /** Of columns by job, except {@code estimate} by application; does not copy the arrays. */
  GeneratedWorkload(
      Application[] application,
      int[] runtime,
      int[] estimate,
      int[] submit,
      double runtimeFactor) {
    this.application = application;
    this.runtime = runtime;
    this.estimate = estimate;
    this.submit = submit;
    this.runtimeFactor = runtimeFactor;
  }

  /** Number of jobs, at least 1. */
  public int size() {
    return submit.length;
  }

  /** The last submission, in seconds since {@link WorkloadGenerator#ORIGIN_EPOCH_SECOND}. */
  public int lastSubmit() {
    return submit[submit.length - 1];
  }

  /** The factor by which runtimes of the model were shortened, in (0, 1]. */
  public double runtimeFactor() {
    return runtimeFactor;
  }

  /** All jobs in order of submission, in logs of some ten thousand jobs built on iteration. */
  public Iterable<JobLog> parts() {
    return () ->
        IntStream.rangeClosed(0, (size() - 1) / PART_JOBS)
            .map(part -> part * PART_JOBS)
            .mapToObj(from -> jobs(from, from + Math.min(PART_JOBS, size() - from)))
            .iterator();
  }

  /** The jobs {@code from} (inclusive) to {@code to} (exclusive), counted from 0. */
  JobLog jobs(int from, int to) {
    JobLogBuilder log = JobLog.builder(WorkloadGenerator.ORIGIN_EPOCH_SECOND);
    for (int job = from; job < to; job++) {
      Application program = application[job];
      int limit = Math.min(estimate[program.number() - 1], program.longest());
      log.job(job + 1, submit[job], runtime[job], limit, program.width())
          .by(program.user(), JobLog.UNKNOWN, program.number());
      Request request = program.request();
      if (request != null) {
        log.request(request);
      }
    }
    return log.build();
  }
}
