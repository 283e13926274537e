package io.gnomon.controller.notification;

import io.gnomon.events.EventData;
import io.gnomon.events.WireEnum;
import io.gnomon.events.config.Prediction;
import org.jspecify.annotations.Nullable;

/**
 * Something that became of a cluster's configuration and that people may want to be told of.
 *
 * @param id its name, the same on every replay
 * @param cluster whose configuration it is about
 * @param kind what became of it
 * @param at when, in epoch seconds of the scheduler's clock
 * @param policy the configuration that is meant
 * @param former the configuration that was or is in force before it, or null
 * @param reason for people
 * @param prediction what a study expects of the change, or null
 * @param realised the slowdown that was seen after the change, or null
 * @param waitedSeconds between the command and its answer, or {@link EventData#NONE}
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
    @Nullable Double realised,
    long waitedSeconds) {

  /** What became of a configuration. */
  public enum Kind implements WireEnum {
    /** It would be better; nothing was asked for. */
    RECOMMENDED,
    /** It would be better, and waits for a person's approval. */
    PROPOSED,
    /** It is in force, by a command. */
    CHANGED,
    /** It is in force again, by a command back. */
    REVERTED,
    /** It is in force, by somebody else's hand. */
    CHANGED_ELSEWHERE,
    /** The scheduler refused it. */
    REFUSED,
    /** The scheduler did not answer before the command expired. */
    UNANSWERED,
    /** It did at least as well as the former configuration was predicted to. */
    REALISED,
    /** It did worse than the former configuration was predicted to. */
    NOT_REALISED;

    /** Whether a person should look into it. */
    public boolean isWarning() {
      return this == CHANGED_ELSEWHERE
          || this == REFUSED
          || this == UNANSWERED
          || this == NOT_REALISED;
    }
  }
}
