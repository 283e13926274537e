package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A command to send a {@code cluster.snapshot}.
 *
 * @param at the time of the event that showed the need, or {@link #NONE} if there was none
 * @param reason why the snapshot is needed
 * @param lastSequence the last applied sequence, or {@link #NONE}
 * @param detail a description for people, or null
 */
public record SnapshotRequested(
    long at, SnapshotReason reason, long lastSequence, @Nullable String detail)
    implements EventData {
  @Override
  public EventType type() {
    return EventType.SNAPSHOT_REQUESTED;
  }
}
