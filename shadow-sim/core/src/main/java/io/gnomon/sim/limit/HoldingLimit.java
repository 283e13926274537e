package io.gnomon.sim.limit;

import io.gnomon.sim.eligibility.WaitingReason;

/**
 * The limit that keeps a job from starting.
 *
 * @param forever whether it does so whatever other jobs do, because the job requests too much
 * @param reason as {@code squeue} prints it
 * @param use the limit and what it counts now
 * @param requested what the job would add, in the unit of the limit
 */
public record HoldingLimit(boolean forever, WaitingReason reason, LimitUse use, long requested) {
  /**
   * In words, such as {@code MaxJobsPU 4 of user ann in QOS normal: 4 running} or {@code can never
   * start under GrpTRES cpu 48 of account guests: it requests 64}.
   */
  public String text() {
    if (forever) {
      return "can never start under %s: it requests %s"
          .formatted(use.limit(), use.amount(requested));
    }
    String asked = use.unit().countsJobs() ? "" : ", " + use.amount(requested) + " requested";
    return use.unit() == LimitUse.Unit.JOB
        ? use.limit() + ": " + use.amount(requested) + " requested"
        : use.text() + asked;
  }
}
