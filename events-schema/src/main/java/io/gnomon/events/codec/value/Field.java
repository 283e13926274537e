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

  /** Writes name and value, or nothing if an optional field is absent. */
  abstract void write(T owner, JsonWriter out);
}
