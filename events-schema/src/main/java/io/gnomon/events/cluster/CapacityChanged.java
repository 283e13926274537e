package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * The number of available processors changed.
 *
 * @param at when it changed
 * @param processors the new capacity, at least 0; running jobs keep their processors
 * @param reason the reason as the scheduler states it, or null
 */
public record CapacityChanged(long at, int processors, @Nullable String reason)
    implements EventData {
  @Override
  public EventType type() {
    return EventType.CAPACITY_CHANGED;
  }
}
