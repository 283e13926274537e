package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.JobRecord;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides from Slurm's reason whether a pending job may start as soon as it is its turn.
 *
 * @param reservations the names of those that are published; a job in another one is not eligible
 * @param limits whether the limits of accounts and QOS are published; if not, a job that one of
 *     them holds back is not eligible
 * @param licenses the names of those that are published; a job that waits for others is not
 *     eligible
 */
record Eligibility(Set<String> reservations, boolean limits, Set<String> licenses) {
  // ReqNodeNotAvail is the reason of wide jobs when single nodes are down or reserved
  private static final Set<String> FOR_PROCESSORS =
      Set.of("", "None", "Resources", "Priority", "ReqNodeNotAvail", "Cleaning", "SchedDefer");
  private static final Set<String> HELD_STATES =
      Set.of("REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD");
  private static final String FOR_LICENSE = "Licenses";
  private static final String COUNTED =
      "(Cpu|CPU|Mem|Memory|Node|Billing|GRES|License|Jobs|SubmitJobs?)";

  /**
   * The limits on what running or submitted jobs have together, of what is published. The end of
   * another job frees a job that one of them holds back, as it frees one that needs its processors.
   * Limits on a single job and on used minutes are not among them.
   */
  private static final Pattern FOR_LIMIT =
      Pattern.compile(
          "(Assoc|QOS)Grp%1$s(RunMinutes)?(Limit)?|AssocMax%1$sLimit".formatted(COUNTED)
              + "|(QOS)?Max%1$sPer(User|Account)(Limit)?".formatted(COUNTED));

  /** Nothing is published. */
  static final Eligibility UNPUBLISHED = new Eligibility(Set.of(), false, Set.of());

  /** Returns whether the job could start if what is published had enough free. */
  boolean of(JobRecord job) {
    return job.priority() != 0
        && (job.reservation().isEmpty() || reservations.contains(job.reservation()))
        && (FOR_PROCESSORS.contains(job.reason())
            || limits && FOR_LIMIT.matcher(job.reason()).matches()
            || job.reason().equals(FOR_LICENSE) && hasLicenses(job))
        && job.states().stream().noneMatch(HELD_STATES::contains);
  }

  private boolean hasLicenses(JobRecord job) {
    Map<String, Integer> requested = RequestMapping.licenses(job.demand().licenses());
    return !requested.isEmpty() && licenses.containsAll(requested.keySet());
  }
}
