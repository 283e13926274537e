package io.gnomon.events.codec;

import io.gnomon.events.EventData;
import io.gnomon.events.codec.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.util.function.ToLongFunction;

/** A whole number within bounds, kept as a primitive; absent it is {@link EventData#NONE}. */
final class WholeField<T> extends Field<T> {
  private final ToLongFunction<T> component;
  private final long least;
  private final long most;

  WholeField(String name, boolean required, ToLongFunction<T> component, long least, long most) {
    super(name, required);
    this.component = component;
    this.least = least;
    this.most = most;
  }

  long least() {
    return least;
  }

  long most() {
    return most;
  }

  @Override
  void clear(Values into, int slot) {
    into.set(slot, EventData.NONE);
  }

  @Override
  void read(JsonScanner in, Values into, int slot) {
    long value = in.nextLong();
    if (value < least || value > most) {
      throw Form.refused(
          Reason.OUT_OF_RANGE, value, "a whole number from " + least + " to " + most);
    }
    into.set(slot, value);
  }

  @Override
  void write(T owner, JsonWriter out) {
    long value = component.applyAsLong(owner);
    if (required() || value != EventData.NONE) {
      out.field(name());
      out.whole(value);
    }
  }
}
