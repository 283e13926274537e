package io.gnomon.events.config;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A command was not carried out; nothing changed.
 *
 * @param at when it was refused
 * @param command the {@code config.requested} that was refused
 * @param reason why
 * @param detail for people, or null
 * @param version the configuration version in force, or {@link #NONE} where unknown
 */
public record ConfigRejected(
    long at, String command, ConfigRejectReason reason, @Nullable String detail, long version)
    implements EventData {
  @Override
  public EventType type() {
    return EventType.CONFIG_REJECTED;
  }
}
