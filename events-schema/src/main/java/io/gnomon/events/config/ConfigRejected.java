package io.gnomon.events.config;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A command was rejected; the configuration is unchanged.
 *
 * @param at when it was rejected
 * @param command the id of the rejected {@code config.requested}
 * @param reason why
 * @param detail a description for people, or null
 * @param version the version of the configuration in force, or {@link #NONE} where unknown
 */
public record ConfigRejected(
    long at, String command, ConfigRejectReason reason, @Nullable String detail, long version)
    implements EventData {
  @Override
  public EventType type() {
    return EventType.CONFIG_REJECTED;
  }
}
