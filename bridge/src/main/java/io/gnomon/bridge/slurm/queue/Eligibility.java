package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.JobRecord;
import java.util.Set;
import java.util.regex.Pattern;

/** Decides from Slurm's reason whether a pending job may start as soon as it is its turn. */
final class Eligibility {
  // ReqNodeNotAvail is the reason of wide jobs when single nodes are down or reserved
  private static final Set<String> FOR_PROCESSORS =
      Set.of("", "None", "Resources", "Priority", "ReqNodeNotAvail", "Cleaning", "SchedDefer");
  private static final Set<String> HELD_STATES =
      Set.of("REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD");

  /** A job that would exceed a limit waits for others, as one that needs their processors does. */
  private static final Pattern FOR_LIMIT =
      Pattern.compile("Assoc(Grp|Max)\\w+|QOS(Grp|Max|Min)\\w+|Max\\w+PerAccount|Licenses");

  private Eligibility() {}

  /**
   * Returns whether the job could start if enough processors were free, and if the limits that are
   * published allowed it.
   *
   * @param reservations the names of those that are published; a job in another one is not eligible
   * @param limits whether the limits of accounts and QOS are published; if not, a job that one of
   *     them holds back is not eligible
   */
  static boolean isEligible(JobRecord job, Set<String> reservations, boolean limits) {
    return job.priority() != 0
        && (job.reservation().isEmpty() || reservations.contains(job.reservation()))
        && (FOR_PROCESSORS.contains(job.reason())
            || limits && FOR_LIMIT.matcher(job.reason()).matches())
        && job.states().stream().noneMatch(HELD_STATES::contains);
  }
}
