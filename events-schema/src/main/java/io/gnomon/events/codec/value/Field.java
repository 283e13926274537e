package io.gnomon.events.codec.value;

import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;

/**
 * One field of a JSON object, which is one component of a record.
 *
 * @param <T> the record
 */
abstract sealed class Field<T> permits LongField, ValueField {
  private final String name;
  private final boolean required;

  Field(String name, boolean required) {
    this.name = name;
    this.required = required;
  }

  final String name() {
    return name;
  }

  final boolean required() {
    return required;
  }

  /** Sets the value that an absent field has. */
  abstract void clear(FieldValues into, int index);

  abstract void read(JsonScanner in, FieldValues into, int index);

  /**
   * Sets the nearest valid value of the field of {@code owner}, see {@link ValueCodec#fit}.
   *
   * @return whether the field is as before, was changed, or is required and has no valid value
   */
  abstract Fit fit(T owner, FieldValues into, int index, Repairs repairs);

  /**
   * Sets a shorter value of the field of {@code owner}, or none, see {@link ValueCodec#shorten}.
   *
   * @return whether that is possible; a required field must have a value
   */
  boolean shorten(T owner, FieldValues into, int index, long bytes, Repairs repairs) {
    return false;
  }

  /** What became of a field. */
  enum Fit {
    SAME,
    CHANGED,
    IMPOSSIBLE
  }

  /** Writes name and value, or nothing if an optional field is absent. */
  abstract void write(T owner, JsonWriter out);
}
