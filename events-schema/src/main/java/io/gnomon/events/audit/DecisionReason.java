package io.gnomon.events.audit;

import io.gnomon.events.WireEnum;

/**
 * Why a decision has its outcome. Written in JSON, in metrics and in the API as the name of the
 * constant.
 */
public enum DecisionReason implements WireEnum {
  /** The chosen configuration has a lower predicted cost, within the guard rails. */
  LOWER_COST,
  /** A review found that the last change made things worse. */
  GAIN_NOT_REALISED,
  /** The mode is {@code observe}: nothing is recommended or changed. */
  OBSERVING,
  /** The cluster has not been observed for long enough. */
  NOT_WARM,
  /** The slowdown is below the threshold. */
  BELOW_THRESHOLD,
  /** No alternative is better than the configuration in force. */
  INCUMBENT_BEST,
  /** The scheduler has declared none of the alternatives, so that none could be tried. */
  NOTHING_TO_COMPARE,
  /** The better alternatives break a guard. */
  GUARD_BROKEN,
  /** The best alternative made things worse when it was put in force within the past week. */
  RECENTLY_MADE_THINGS_WORSE,
  /** The best alternative was recommended within the past week and would have made things worse. */
  WOULD_HAVE_MADE_THINGS_WORSE,
  /** The gain of the best alternative is below the minimum gain. */
  GAIN_TOO_SMALL,
  /** The gain of the best alternative is not statistically significant. */
  NOT_SIGNIFICANT,
  /** The time since the last attempted change is shorter than the cooldown. */
  COOLDOWN,
  /** The configuration in force has not been in force for the dwell time. */
  DWELL,
  /** The maximum number of changes per day is reached. */
  CHANGE_BUDGET,
  /** An operator has frozen changes. */
  FROZEN,
  /** Changes wait for the next maintenance window. */
  OUTSIDE_MAINTENANCE,
  /** The study exceeded its time limit. */
  STUDY_TIMEOUT,
  /** A simulation failed. */
  STUDY_FAILED,
  /** A request, or events of other clusters that waited, ended the study; it is repeated. */
  STUDY_INTERRUPTED,
  /** The scheduler has not declared what can be configured. */
  NOT_CAPABLE,
  /** A command is waiting for the scheduler's answer. */
  PENDING,
  /** With the cadence {@code durable}: the next backtest is not due yet. */
  NOT_DUE,
  /** The model has not been shown to predict well enough what the scheduler does. */
  MODEL_NOT_TRUSTED;

  @Override
  public String wireName() {
    return name();
  }
}
