package io.gnomon.sim.tune;

/** Why a study, or the wish for one, did not lead to a change. */
public enum NoChangeReason {
  /** Too little has been seen of the cluster. */
  NOT_WARM,
  /** The jobs do not wait too long. */
  BELOW_THRESHOLD,
  /** No alternative was better than what is in force. */
  INCUMBENT_BEST,
  /** What would be better breaks a guard. */
  GUARD_BROKEN,
  /** What would be better did harm when this change was made within the past week. */
  DID_NOT_PAY,
  /** What would be better was advised within the past week, not made, and would have done harm. */
  WOULD_NOT_HAVE_PAID,
  /** The best alternative gains less than the least gain. */
  GAIN_TOO_SMALL,
  /** The gain could be chance. */
  NOT_SIGNIFICANT,
  /** The last attempt at a change was too short a time ago. */
  COOLDOWN,
  /** The configuration in force has not been so for long enough. */
  DWELL,
  /** The day's changes are used up. */
  CHANGE_BUDGET,
  /** Changes are frozen now. */
  FROZEN,
  /** The study took too long. */
  STUDY_TIMEOUT,
  /** A simulation failed. */
  STUDY_FAILED,
  /** The scheduler cannot change that. */
  NOT_CAPABLE,
  /** A command is under way. */
  PENDING
}
