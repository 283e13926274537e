package io.gnomon.events.config;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A configuration is in force.
 *
 * @param at since when
 * @param configuration what is in force, with its version
 * @param command the {@code config.requested} that asked for it, or null when an administrator did
 *     it
 * @param contentHash the command's, as proof of what was applied, or null
 */
public record ConfigApplied(
    long at, Configuration configuration, @Nullable String command, @Nullable String contentHash)
    implements EventData {
  @Override
  public EventType type() {
    return EventType.CONFIG_APPLIED;
  }
}
