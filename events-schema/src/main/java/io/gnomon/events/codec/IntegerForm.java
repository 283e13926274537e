package io.gnomon.events.codec;

import io.gnomon.events.codec.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;

/**
 * A whole number within bounds, as an element of a list.
 *
 * @param least the least
 * @param most the greatest
 */
record IntegerForm(int least, int most) implements Form<Integer> {
  @Override
  public Integer read(JsonScanner in) {
    long value = in.nextLong();
    if (value < least || value > most) {
      throw Form.refused(
          Reason.OUT_OF_RANGE, value, "a whole number from " + least + " to " + most);
    }
    return (int) value;
  }

  @Override
  public void write(Integer value, JsonWriter out) {
    out.whole(value);
  }
}
