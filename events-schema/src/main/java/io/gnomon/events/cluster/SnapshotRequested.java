package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A command: send a {@code cluster.snapshot}.
 *
 * @param at when it was found missing, or {@link #NONE} where no event was seen yet
 * @param reason why
 * @param lastSequence the last sequence that was applied, or {@link #NONE}
 * @param detail for people, or null
 */
public record SnapshotRequested(
    long at, SnapshotReason reason, long lastSequence, @Nullable String detail)
    implements EventData {
  @Override
  public EventType type() {
    return EventType.SNAPSHOT_REQUESTED;
  }
}
