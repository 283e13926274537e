package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * Processors were lost or came back.
 *
 * @param at when it changed
 * @param processors the capacity from now on, at least 0; running jobs keep what they hold
 * @param reason in the scheduler's words, or null
 */
public record CapacityChanged(long at, int processors, @Nullable String reason)
    implements EventData {
  @Override
  public EventType type() {
    return EventType.CAPACITY_CHANGED;
  }
}
