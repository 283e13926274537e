package io.gnomon.events.config;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A command: replace the configuration, if it still is what this was decided for.
 *
 * @param at when it was decided
 * @param command the command's id; a second command with the same id is the same command
 * @param proposal the proposal that is carried out
 * @param mode whether it is a step forward or back
 * @param expectedVersion the version it replaces; with any other in force it must be refused
 * @param configuration what shall be in force, with the version it will have
 * @param contentHash {@link ContentHash} of the configuration, the expected version and the cluster
 * @param expiresAt from when on it must be refused, on the scheduler's clock
 * @param reason for people
 * @param predicted what the study expects of it, or null for a return to a former configuration
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
  @Override
  public EventType type() {
    return EventType.CONFIG_REQUESTED;
  }
}
