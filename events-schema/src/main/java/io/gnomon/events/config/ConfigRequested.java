package io.gnomon.events.config;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A command to replace the configuration, provided that the expected version is still in force.
 *
 * @param at when the change was decided
 * @param command the command's id; a second command with the same id is a duplicate
 * @param proposal the id of the proposal that the command carries out
 * @param mode whether the command applies a new configuration or restores the previous one
 * @param expectedVersion the version that it replaces; the bridge rejects the command if another
 *     version is in force
 * @param configuration the requested configuration with its new version
 * @param contentHash {@link ContentHash} of configuration, expected version and cluster
 * @param expiresAt the time on the scheduler's clock from which the bridge rejects the command
 * @param reason a description for people
 * @param predicted the prediction of the study, or null for a rollback
 */
public record ConfigRequested(
    long at,
    String command,
    String proposal,
    CommandMode mode,
    long expectedVersion,
    Configuration configuration,
    String contentHash,
    long expiresAt,
    String reason,
    @Nullable Prediction predicted)
    implements EventData {
  /** A copy that expires at another time. */
  public ConfigRequested expiringAt(long other) {
    return new ConfigRequested(
        at,
        command,
        proposal,
        mode,
        expectedVersion,
        configuration,
        contentHash,
        other,
        reason,
        predicted);
  }

  @Override
  public EventType type() {
    return EventType.CONFIG_REQUESTED;
  }
}
