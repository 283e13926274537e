package io.gnomon.events.codec.value;

import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.lang.reflect.Type;

/**
 * The codec of an integer of 32 bits in a range.
 *
 * @param min the smallest allowed value
 * @param max the largest allowed value
 */
public record IntegerCodec(int min, int max) implements ValueCodec<Integer> {
  @Override
  public boolean isFor(Type component) {
    return component == int.class || component == Integer.class;
  }

  @Override
  public Integer read(JsonScanner in) {
    return (int) LongCodec.read(in, min, max);
  }

  @Override
  public void write(Integer value, JsonWriter out) {
    out.integer(value);
  }

  @Override
  public Integer fit(Integer value, Repairs repairs) {
    long nearest = LongCodec.nearest(value, min, max, repairs);
    return nearest == value ? value : Integer.valueOf((int) nearest);
  }
}
