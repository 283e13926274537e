package io.gnomon.events;

/**
 * What an event says, apart from its envelope: one record for each {@link EventType}.
 *
 * <p>Times are whole epoch seconds of the scheduler's own clock, which in an emulated cluster is
 * not the wall clock. An optional number that is absent is {@link #NONE}, an optional text or
 * object is null, an optional list is empty; neither appears in JSON. Records check nothing by
 * themselves: the codec checks on reading, the JSON Schemas say what producers may send. All are
 * immutable.
 */
public interface EventData {
  /** An optional number that was not given. */
  int NONE = -1;

  /** The type that carries this data. */
  EventType type();

  /** When it happened: epoch seconds of the scheduler's clock, or {@link #NONE}. */
  long at();
}
