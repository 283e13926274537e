package io.gnomon.events.codec.value;

import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.lang.reflect.Type;

/** The codec of {@code true} and {@code false}. */
public enum BooleanCodec implements ValueCodec<Boolean> {
  /** The only instance. */
  BOOLEAN;

  @Override
  public boolean isFor(Type component) {
    return component == boolean.class || component == Boolean.class;
  }

  @Override
  public Boolean read(JsonScanner in) {
    return in.nextBoolean();
  }

  @Override
  public void write(Boolean value, JsonWriter out) {
    out.bool(value);
  }

  @Override
  public Boolean fit(Boolean value, Repairs repairs) {
    return value;
  }
}
