package io.gnomon.events;

/**
 * The data of an event, without its envelope. There is one record for each {@link EventType}.
 *
 * <p>Times are whole epoch seconds of the scheduler's own clock, which is not the wall clock in an
 * emulated cluster. An absent number is {@link #NONE}, an absent string or object is null and an
 * absent list or map is empty; none of these is written to JSON. The records do not check their
 * values: the codec does when it reads, and the JSON Schemas state what producers may send. All
 * records are immutable.
 */
public interface EventData {
  /** The value of an optional number that is absent. */
  int NONE = -1;

  /** The type of the event. */
  EventType type();

  /** When it happened, in epoch seconds of the scheduler's clock, or {@link #NONE}. */
  long at();
}
