package io.gnomon.sim.limit;

import io.gnomon.sim.eligibility.WaitingReason;

/**
 * The limit that keeps a job from starting.
 *
 * @param reason as {@code squeue} prints it
 * @param use the limit and what it counts now
 * @param requested what the job would add, in the unit of the limit
 */
public record HoldingLimit(WaitingReason reason, LimitUse use, long requested) {
  /** In words, such as {@code MaxJobsPU 4 of user ann in QOS normal: 4 running}. */
  public String text() {
    String asked = use.unit().countsJobs() ? "" : ", " + use.amount(requested) + " requested";
    return use.unit() == LimitUse.Unit.JOB
        ? use.limit() + ": " + use.amount(requested) + " requested"
        : use.text() + asked;
  }
}
