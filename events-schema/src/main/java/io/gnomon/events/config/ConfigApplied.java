package io.gnomon.events.config;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A configuration is in force.
 *
 * @param at since when
 * @param configuration the configuration with its version
 * @param command the id of the {@code config.requested} that requested it, or null if an
 *     administrator made the change
 * @param contentHash the content hash of that command, as proof of what was applied, or null
 */
public record ConfigApplied(
    long at, Configuration configuration, @Nullable String command, @Nullable String contentHash)
    implements EventData {
  @Override
  public EventType type() {
    return EventType.CONFIG_APPLIED;
  }
}
