package io.gnomon.sim.assess.change;

import io.gnomon.sim.workload.JobLog;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Requested times replaced by predictions: the mean runtime of the last two jobs of the same user
 * that had completed at the submission, at most the requested time. A job without such jobs keeps
 * its requested time.
 *
 * <p>Source: Tsafrir, Etsion and Feitelson, "Backfilling Using System-Generated Predictions Rather
 * than User Runtime Estimates", 2007. A job completes when it was recorded to, or without a
 * recorded start as if it had not waited. O(n log n).
 */
public final class PredictedEstimates {
  private PredictedEstimates() {}

  /** The jobs with predicted times. */
  public static JobLog of(JobLog log) {
    Map<Integer, int[]> lastTwo = new HashMap<>();
    PriorityQueue<long[]> running =
        new PriorityQueue<>((one, other) -> Long.compare(one[0], other[0]));
    int[] estimates = new int[log.size()];
    for (int job = 0; job < log.size(); job++) {
      int now = log.submit(job);
      while (!running.isEmpty() && running.element()[0] <= now) {
        int ended = (int) running.remove()[1];
        lastTwo.merge(
            log.user(ended),
            new int[] {log.runtime(ended), log.runtime(ended)},
            (old, fresh) -> new int[] {old[1], fresh[0]});
      }
      int[] past = log.user(job) == JobLog.UNKNOWN ? null : lastTwo.get(log.user(job));
      estimates[job] =
          past == null
              ? log.estimate(job)
              : Math.max(1, Math.min(log.estimate(job), (int) (((long) past[0] + past[1]) / 2)));
      running.add(
          new long[] {(long) now + Math.max(0, log.recordedWait(job)) + log.runtime(job), job});
    }
    return log.withEstimates(estimates);
  }
}
