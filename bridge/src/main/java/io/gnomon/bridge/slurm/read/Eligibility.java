package io.gnomon.bridge.slurm.read;

import java.util.Set;

/** Whether a pending job waits for processors alone, by the reason that Slurm gives. */
final class Eligibility {
  // ReqNodeNotAvail is what wide jobs get when single nodes are down or reserved
  private static final Set<String> FOR_PROCESSORS =
      Set.of("", "None", "Resources", "Priority", "ReqNodeNotAvail", "Cleaning", "SchedDefer");
  private static final Set<String> NOW_HELD =
      Set.of("REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD");

  private Eligibility() {}

  static boolean waits(JobRecord job) {
    return job.priority() != 0
        && job.reservation().isEmpty()
        && FOR_PROCESSORS.contains(job.reason())
        && job.states().stream().noneMatch(NOW_HELD::contains);
  }
}
