package io.gnomon.controller.notification;

import io.gnomon.events.EventData;
import io.gnomon.events.WireEnum;
import io.gnomon.events.config.Prediction;
import org.jspecify.annotations.Nullable;

/**
 * A message about a change of a cluster's configuration.
 *
 * @param id the notification's id, the same on every replay
 * @param cluster the cluster's id
 * @param kind what happened
 * @param at epoch second of the scheduler's clock
 * @param policy the new or proposed policy
 * @param former the policy that it replaces, or null
 * @param reason the reason in words
 * @param prediction the slowdowns that the study predicted, or null
 * @param reviewedGain the fraction of the cost that a review found the change to have saved,
 *     negative for a loss, or null
 * @param waitedSeconds the time between the command and its answer, or {@link EventData#NONE}
 */
public record Notification(
    String id,
    String cluster,
    Kind kind,
    long at,
    String policy,
    @Nullable String former,
    String reason,
    @Nullable Prediction prediction,
    @Nullable Double reviewedGain,
    long waitedSeconds) {

  /** What happened. */
  public enum Kind implements WireEnum {
    /** A study found a better configuration, and the mode is {@code recommend}. */
    RECOMMENDED,
    /** A study found a better configuration, and the proposal is waiting for approval. */
    PROPOSED,
    /** The scheduler applied a command. */
    CHANGED,
    /** The scheduler applied a command that restores the previous configuration. */
    REVERTED,
    /** The configuration was changed without an open command of Gnomon. */
    CHANGED_ELSEWHERE,
    /** The scheduler rejected a command. */
    REJECTED,
    /** A command expired before the scheduler answered. */
    UNANSWERED,
    /** A review found that the change in force has lowered the cost. */
    REALISED,
    /** A review found that the change in force has made things worse. */
    NOT_REALISED;

    /** Whether an operator should check the cluster. */
    public boolean isWarning() {
      return this == CHANGED_ELSEWHERE
          || this == REJECTED
          || this == UNANSWERED
          || this == NOT_REALISED;
    }
  }
}
