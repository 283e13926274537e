package io.gnomon.events.codec.value;

import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A field whose value is a Java object; null or a default value if absent. */
final class ValueField<T, V> extends Field<T> {
  private final Function<T, @Nullable V> component;
  private final ValueCodec<V> codec;
  private final @Nullable V defaultValue;

  ValueField(
      String name,
      boolean required,
      Function<T, @Nullable V> component,
      ValueCodec<V> codec,
      @Nullable V defaultValue) {
    super(name, required);
    this.component = component;
    this.codec = codec;
    this.defaultValue = defaultValue;
  }

  ValueCodec<V> codec() {
    return codec;
  }

  @Override
  void clear(FieldValues into, int index) {
    into.set(index, defaultValue);
  }

  @Override
  void read(JsonScanner in, FieldValues into, int index) {
    into.set(index, codec.read(in));
  }

  @Override
  Fit fit(T owner, FieldValues into, int index, Repairs repairs) {
    V value = component.apply(owner);
    V valid = value == null || value.equals(defaultValue) ? value : codec.fit(value, repairs);
    if (valid == null && required()) {
      return Fit.IMPOSSIBLE;
    }
    into.set(index, valid == null ? defaultValue : valid);
    return valid == value ? Fit.SAME : Fit.CHANGED;
  }

  @Override
  boolean shorten(T owner, FieldValues into, int index, long bytes, Repairs repairs) {
    V value = component.apply(owner);
    long ofValue = bytes - JsonWriter.bytes(out -> out.field(name()));
    V shorter = value == null ? null : codec.shorten(value, ofValue, repairs);
    if (shorter == null) {
      repairs.reportTooLong("a value");
    }
    into.set(index, shorter == null ? defaultValue : shorter);
    return shorter != null || !required();
  }

  @Override
  void write(T owner, JsonWriter out) {
    V value = component.apply(owner);
    if (value != null && (required() || !value.equals(defaultValue))) {
      out.field(name());
      codec.write(value, out);
    }
  }
}
