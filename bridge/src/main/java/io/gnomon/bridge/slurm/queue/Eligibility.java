package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.JobRecord;
import java.util.Set;

/** Decides from Slurm's reason whether a pending job waits for processors only. */
final class Eligibility {
  // ReqNodeNotAvail is the reason of wide jobs when single nodes are down or reserved
  private static final Set<String> FOR_PROCESSORS =
      Set.of("", "None", "Resources", "Priority", "ReqNodeNotAvail", "Cleaning", "SchedDefer");
  private static final Set<String> HELD_STATES =
      Set.of("REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD");

  private Eligibility() {}

  /**
   * Returns whether the job could start if enough processors were free.
   *
   * @param reservations the names of those that are published; a job in another one is not eligible
   */
  static boolean isEligible(JobRecord job, Set<String> reservations) {
    return job.priority() != 0
        && (job.reservation().isEmpty() || reservations.contains(job.reservation()))
        && FOR_PROCESSORS.contains(job.reason())
        && job.states().stream().noneMatch(HELD_STATES::contains);
  }
}
