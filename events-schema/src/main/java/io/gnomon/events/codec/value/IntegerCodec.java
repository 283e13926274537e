package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;

/**
 * The codec of an integer in a range, as an element of a list. Fields of records use {@link
 * LongField}, which does not box.
 *
 * @param min the smallest allowed value
 * @param max the largest allowed value
 */
public record IntegerCodec(int min, int max) implements ValueCodec<Integer> {
  @Override
  public Integer read(JsonScanner in) {
    long value = in.nextLong();
    if (value < min || value > max) {
      throw ValueCodec.invalid(Reason.OUT_OF_RANGE, value, "an integer from " + min + " to " + max);
    }
    return (int) value;
  }

  @Override
  public void write(Integer value, JsonWriter out) {
    out.integer(value);
  }

  @Override
  public Integer fit(Integer value, Repairs repairs) {
    long nearest = LongField.nearest(value, min, max, repairs);
    return nearest == value ? value : Integer.valueOf((int) nearest);
  }
}
