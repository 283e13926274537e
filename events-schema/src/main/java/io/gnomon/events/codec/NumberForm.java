package io.gnomon.events.codec;

import io.gnomon.events.codec.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;

/**
 * A number that is at least something.
 *
 * @param least what it must not fall below
 */
record NumberForm(double least) implements Form<Double> {
  static final NumberForm ANY = new NumberForm(-Double.MAX_VALUE);
  static final NumberForm NOT_NEGATIVE = new NumberForm(0);

  @Override
  public Double read(JsonScanner in) {
    double value = in.nextDouble();
    if (value < least) {
      throw Form.refused(Reason.OUT_OF_RANGE, value, "a number of at least " + least);
    }
    return value;
  }

  @Override
  public void write(Double value, JsonWriter out) {
    out.number(value);
  }
}
