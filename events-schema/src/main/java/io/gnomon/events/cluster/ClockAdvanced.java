package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * Nothing happened until now; lets waits grow and time-outs pass without other events.
 *
 * @param at the scheduler's clock
 * @param problem why nothing can be told from now on until the next event, or null; a scheduler
 *     that does not answer
 */
public record ClockAdvanced(long at, @Nullable String problem) implements EventData {
  /** The clock of a scheduler that answers. */
  public ClockAdvanced(long at) {
    this(at, null);
  }

  @Override
  public EventType type() {
    return EventType.CLOCK_ADVANCED;
  }
}
