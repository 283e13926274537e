package io.gnomon.sandbox.slurm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Jobs that are submitted by sbatch, each at its time from now on. */
final class Submissions implements AutoCloseable {
  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger left;
  private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);

  /**
   * Begins.
   *
   * @param wholeNodes whether widths are nodes rather than cores
   */
  Submissions(RealSlurm slurm, List<ScaledJobs.Job> jobs, boolean wholeNodes) {
    left = new AtomicInteger(jobs.size());
    for (ScaledJobs.Job job : jobs) {
      clock.schedule(() -> submit(slurm, job, wholeNodes), job.submit(), TimeUnit.SECONDS);
    }
  }

  private void submit(RealSlurm slurm, ScaledJobs.Job job, boolean wholeNodes) {
    try {
      slurm.run(
          "sbatch",
          "--parsable",
          "--output=/dev/null",
          "--chdir=/",
          (wholeNodes ? "--nodes=" : "--ntasks=") + job.width(),
          "--time=" + job.minutes(),
          "--wrap=exec sleep " + job.runtime());
      left.decrementAndGet();
    } catch (Exception | AssertionError refused) {
      failures.add(refused);
    }
  }

  /**
   * Whether all have been submitted.
   *
   * @throws IOException where one was refused
   */
  boolean done() throws IOException {
    if (!failures.isEmpty()) {
      throw new IOException(failures.size() + " submissions failed", failures.get(0));
    }
    return left.get() == 0;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
