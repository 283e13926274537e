package io.gnomon.events.codec;

import io.gnomon.events.codec.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;

/**
 * How one kind of value is read, checked and written.
 *
 * @param <V> the values
 */
interface Form<V> {
  /**
   * Reads the next value.
   *
   * @throws InvalidEventException if it is not allowed
   */
  V read(JsonScanner in);

  void write(V value, JsonWriter out);

  /** An error about a value that was read. */
  static InvalidEventException refused(Reason reason, Object found, String allowed) {
    return new InvalidEventException(reason, "", found.toString(), allowed);
  }
}
