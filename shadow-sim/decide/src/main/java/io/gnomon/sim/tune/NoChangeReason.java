package io.gnomon.sim.tune;

/** Why an evaluation changes nothing. */
public enum NoChangeReason {
  /** The warm-up has not passed since the first event. */
  NOT_WARM,
  /** The slowdown does not exceed the threshold. */
  BELOW_THRESHOLD,
  /** No alternative has a lower cost than the incumbent. */
  INCUMBENT_BEST,
  /** The search has no alternative that the scheduler can be set to. */
  NOTHING_TO_COMPARE,
  /** The alternative with the lowest cost breaks a guard. */
  GUARD_BROKEN,
  /** The same change was made within the past week and made things worse. */
  RECENTLY_MADE_THINGS_WORSE,
  /** The same change was recommended within the past week and would have made things worse. */
  WOULD_HAVE_MADE_THINGS_WORSE,
  /** The best alternative gains less than the minimum gain. */
  GAIN_TOO_SMALL,
  /** The gain is not significant. */
  NOT_SIGNIFICANT,
  /** The cooldown has not passed since the last attempt at a change. */
  COOLDOWN,
  /** The policy in force has not been in force for the dwell time. */
  DWELL,
  /** The maximum number of changes within 24 hours, or within a year, is reached. */
  CHANGE_BUDGET,
  /** A freeze is in effect. */
  FROZEN,
  /** Changes wait for a maintenance window. */
  OUTSIDE_MAINTENANCE,
  /** The study exceeded its time limit. */
  STUDY_TIMEOUT,
  /** A simulation failed. */
  STUDY_FAILED,
  /** A request, or events of other clusters that waited, ended the study; it is repeated. */
  STUDY_INTERRUPTED,
  /** The scheduler declares nothing that it can be set to. */
  NOT_CAPABLE,
  /** A command has not been answered yet. */
  PENDING,
  /** With the cadence {@link Cadence#DURABLE}: the next backtest is not due yet. */
  NOT_DUE
}
