package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.machine.NodeStateChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The number of available processors or the state of nodes changed. One of {@code processors} and
 * {@code nodes} is present.
 *
 * @param at when it changed
 * @param processors the new capacity, at least 0, or {@link #NONE} if {@code nodes} implies it;
 *     running jobs keep their processors
 * @param reason the reason as the scheduler states it, or null
 * @param nodes the nodes whose state changed; empty where unknown
 */
public record CapacityChanged(
    long at, int processors, @Nullable String reason, List<NodeStateChange> nodes)
    implements EventData {
  /** Copies lists that are not immutable. */
  public CapacityChanged {
    nodes = List.copyOf(nodes);
  }

  /** Creates the event for a number of processors. */
  public CapacityChanged(long at, int processors, @Nullable String reason) {
    this(at, processors, reason, List.of());
  }

  @Override
  public EventType type() {
    return EventType.CAPACITY_CHANGED;
  }
}
