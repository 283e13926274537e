package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;

/**
 * Reads, checks and writes one kind of JSON value.
 *
 * @param <V> the Java type of the value
 */
public interface ValueCodec<V> {
  /**
   * Reads the next value.
   *
   * @throws InvalidEventException if the value is not allowed
   */
  V read(JsonScanner in);

  /** Writes a value. */
  void write(V value, JsonWriter out);

  /** The exception for a value that was read but is not allowed. */
  static InvalidEventException invalid(Reason reason, Object found, String allowed) {
    return new InvalidEventException(reason, "", found.toString(), allowed);
  }
}
