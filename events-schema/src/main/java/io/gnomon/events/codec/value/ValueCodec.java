package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads, checks and writes one kind of JSON value.
 *
 * @param <V> the Java type of the value
 */
public interface ValueCodec<V> {
  /** Whether a component of a record of this type can hold its values. */
  boolean isFor(Type component);

  /**
   * Reads the next value.
   *
   * @throws InvalidEventException if the value is not allowed
   */
  V read(JsonScanner in);

  /** Writes a value. */
  void write(V value, JsonWriter out);

  /**
   * Makes a value valid: a text that is too long is cut, a list too, a number is moved to the
   * nearest bound, and an optional value that cannot be repaired is left out. The result is what
   * {@link #read} accepts, and the value itself if nothing had to be changed.
   *
   * @param repairs receives what was changed
   * @return the valid value, or null if it cannot be repaired
   */
  @Nullable V fit(V value, Repairs repairs);

  /**
   * Makes a valid value shorter: lists are cut at their ends, and an optional value that cannot be
   * cut is left out.
   *
   * @param bytes how long it may be at most as JSON
   * @param repairs receives what was changed
   * @return a valid value, or null if none is short enough
   */
  default @Nullable V shorten(V value, long bytes, Repairs repairs) {
    return JsonWriter.bytes(out -> write(value, out)) > bytes ? null : value;
  }

  /** The exception for a value that was read but is not allowed. */
  static InvalidEventException invalid(Reason reason, Object found, String allowed) {
    return new InvalidEventException(reason, "", found.toString(), allowed);
  }
}
