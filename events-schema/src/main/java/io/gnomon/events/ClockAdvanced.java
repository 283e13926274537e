package io.gnomon.events;

/**
 * Nothing happened until now; lets waits grow and time-outs pass without other events.
 *
 * @param at the scheduler's clock
 */
public record ClockAdvanced(long at) implements EventData {
  @Override
  public EventType type() {
    return EventType.CLOCK_ADVANCED;
  }
}
