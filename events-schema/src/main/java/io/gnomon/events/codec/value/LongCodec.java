package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.lang.reflect.Type;

/**
 * The codec of an integer of 64 bits in a range.
 *
 * @param min the smallest allowed value
 * @param max the largest allowed value
 */
public record LongCodec(long min, long max) implements ValueCodec<Long> {
  @Override
  public boolean isFor(Type component) {
    return component == long.class || component == Long.class;
  }

  @Override
  public Long read(JsonScanner in) {
    return read(in, min, max);
  }

  static long read(JsonScanner in, long min, long max) {
    long value = in.nextLong();
    if (value < min || value > max) {
      throw ValueCodec.invalid(Reason.OUT_OF_RANGE, value, "an integer from " + min + " to " + max);
    }
    return value;
  }

  @Override
  public void write(Long value, JsonWriter out) {
    out.integer(value);
  }

  @Override
  public Long fit(Long value, Repairs repairs) {
    long nearest = nearest(value, min, max, repairs);
    return nearest == value ? value : Long.valueOf(nearest);
  }

  static long nearest(long value, long min, long max, Repairs repairs) {
    if (value < min) {
      repairs.report("raised to " + min);
      return min;
    }
    if (value > max) {
      repairs.report("lowered to " + max);
      return max;
    }
    return value;
  }
}
