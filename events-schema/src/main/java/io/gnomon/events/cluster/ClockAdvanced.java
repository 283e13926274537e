package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's clock, sent when no other event is due. It lets waits grow and timeouts expire.
 *
 * @param at the time
 * @param problem why the producer cannot report events until the next event, for instance because
 *     the scheduler does not answer, or null
 */
public record ClockAdvanced(long at, @Nullable String problem) implements EventData {
  /** Creates the event for a scheduler that answers. */
  public ClockAdvanced(long at) {
    this(at, null);
  }

  @Override
  public EventType type() {
    return EventType.CLOCK_ADVANCED;
  }
}
