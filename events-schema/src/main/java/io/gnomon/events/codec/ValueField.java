package io.gnomon.events.codec;

import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Any value that is an object in Java; absent it is null, or what the field says. */
final class ValueField<T, V> extends Field<T> {
  private final Function<T, @Nullable V> component;
  private final Form<V> form;
  private final @Nullable V absent;

  ValueField(
      String name,
      boolean required,
      Function<T, @Nullable V> component,
      Form<V> form,
      @Nullable V absent) {
    super(name, required);
    this.component = component;
    this.form = form;
    this.absent = absent;
  }

  Form<V> form() {
    return form;
  }

  @Override
  void clear(Values into, int slot) {
    into.set(slot, absent);
  }

  @Override
  void read(JsonScanner in, Values into, int slot) {
    into.set(slot, form.read(in));
  }

  @Override
  void write(T owner, JsonWriter out) {
    V value = component.apply(owner);
    if (value != null && (required() || !value.equals(absent))) {
      out.field(name());
      form.write(value, out);
    }
  }
}
