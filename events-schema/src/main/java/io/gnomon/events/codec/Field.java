package io.gnomon.events.codec;

import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;

/**
 * One component of a record as a JSON field.
 *
 * @param <T> the record
 */
abstract sealed class Field<T> permits WholeField, ValueField {
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

  /** Sets the value that holds where the field is absent. */
  abstract void clear(Values into, int slot);

  abstract void read(JsonScanner in, Values into, int slot);

  /** Writes name and value, or nothing where it is absent. */
  abstract void write(T owner, JsonWriter out);
}
