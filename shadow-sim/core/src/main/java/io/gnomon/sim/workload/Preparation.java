package io.gnomon.sim.workload;

import java.util.Arrays;

/**
 * The rules that adapt a log to a machine, applied in this order.
 *
 * <p>
 *
 * <ol>
 *   <li>Jobs with no processors or a negative runtime are dropped.
 *   <li>A job wider than the machine is clipped to it.
 *   <li>Runtime 0 counts as 1 s.
 *   <li>A missing estimate (none, or 0) is set to the runtime.
 *   <li>A job that runs past its estimate is treated by the {@link OverrunRule}.
 * </ol>
 *
 * @param processors the machine's size, at least 1
 * @param overrun treatment of jobs that run past their estimate
 */
public record Preparation(int processors, OverrunRule overrun) {

  /**
   * Checks the size.
   *
   * @throws IllegalArgumentException if the machine has no processors
   */
  public Preparation {
    if (processors < 1) {
      throw new IllegalArgumentException(
          "a machine of " + processors + " processors is not allowed: it needs at least 1");
    }
  }

  /** Applies the rules; O(n). The input is not modified. */
  public PreparedLog prepare(JobLog raw) {
    int[] kept = new int[raw.size()];
    int keptCount = 0;
    int withoutProcessors = 0;
    int negativeRuntime = 0;
    for (int job = 0; job < raw.size(); job++) {
      if (raw.width(job) <= 0) {
        withoutProcessors++;
      } else if (raw.runtime(job) < 0) {
        negativeRuntime++;
      } else {
        kept[keptCount++] = job;
      }
    }
    JobLog log = keptCount == raw.size() ? raw : raw.select(Arrays.copyOf(kept, keptCount));
    return fit(log, raw.size(), withoutProcessors, negativeRuntime);
  }

  private PreparedLog fit(JobLog log, int jobs, int withoutProcessors, int negativeRuntime) {
    int[] runtime = new int[log.size()];
    int[] estimate = new int[log.size()];
    int[] width = new int[log.size()];
    int clipped = 0;
    int zeroRuntime = 0;
    int missingEstimate = 0;
    int overrunning = 0;
    for (int job = 0; job < log.size(); job++) {
      width[job] = Math.min(log.width(job), processors);
      clipped += log.width(job) > processors ? 1 : 0;
      runtime[job] = Math.max(1, log.runtime(job));
      zeroRuntime += log.runtime(job) == 0 ? 1 : 0;
      estimate[job] = log.estimate(job);
      if (estimate[job] <= 0) {
        missingEstimate++;
        estimate[job] = runtime[job];
      } else if (runtime[job] > estimate[job]) {
        overrunning++;
        switch (overrun) {
          case KILL -> runtime[job] = estimate[job];
          case KNOWN -> estimate[job] = runtime[job];
          case EXTEND -> {}
        }
      }
    }
    JobLog fitting =
        log.with(JobColumn.WIDTH, width)
            .with(JobColumn.RUNTIME, runtime)
            .with(JobColumn.ESTIMATE, estimate);
    return new PreparedLog(
        fitting,
        new PreparationReport(
            jobs,
            withoutProcessors,
            negativeRuntime,
            clipped,
            zeroRuntime,
            missingEstimate,
            overrunning));
  }
}
