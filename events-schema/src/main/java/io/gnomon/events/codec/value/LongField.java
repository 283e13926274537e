package io.gnomon.events.codec.value;

import io.gnomon.events.EventData;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.util.function.ToLongFunction;

/** An integer field with a range, kept as a primitive; {@link EventData#NONE} if absent. */
final class LongField<T> extends Field<T> {
  private final ToLongFunction<T> component;
  private final long min;
  private final long max;

  LongField(String name, boolean required, ToLongFunction<T> component, long min, long max) {
    super(name, required);
    this.component = component;
    this.min = min;
    this.max = max;
  }

  long min() {
    return min;
  }

  long max() {
    return max;
  }

  @Override
  void clear(FieldValues into, int index) {
    into.set(index, EventData.NONE);
  }

  @Override
  void read(JsonScanner in, FieldValues into, int index) {
    into.set(index, LongCodec.read(in, min, max));
  }

  @Override
  Fit fit(T owner, FieldValues into, int index, Repairs repairs) {
    long value = component.applyAsLong(owner);
    long valid =
        value == EventData.NONE && !required()
            ? value
            : LongCodec.nearest(value, min, max, repairs);
    into.set(index, valid);
    return valid == value ? Fit.SAME : Fit.CHANGED;
  }

  @Override
  void write(T owner, JsonWriter out) {
    long value = component.applyAsLong(owner);
    if (required() || value != EventData.NONE) {
      out.field(name());
      out.integer(value);
    }
  }
}
