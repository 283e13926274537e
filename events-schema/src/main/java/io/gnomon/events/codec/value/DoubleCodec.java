package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a finite number with a lower bound.
 *
 * @param min the smallest allowed value
 */
public record DoubleCodec(double min) implements ValueCodec<Double> {
  /** Any finite number. */
  public static final DoubleCodec ANY = new DoubleCodec(-Double.MAX_VALUE);

  /** Zero or more. */
  public static final DoubleCodec NOT_NEGATIVE = new DoubleCodec(0);

  @Override
  public boolean isFor(Type component) {
    return component == double.class || component == Double.class;
  }

  @Override
  public Double read(JsonScanner in) {
    double value = in.nextDouble();
    if (value < min) {
      throw ValueCodec.invalid(Reason.OUT_OF_RANGE, value, "a number of at least " + min);
    }
    return value;
  }

  @Override
  public void write(Double value, JsonWriter out) {
    out.number(value);
  }

  @Override
  public @Nullable Double fit(Double value, Repairs repairs) {
    if (!Double.isFinite(value)) {
      repairs.report("left out because it is not a finite number");
      return null;
    }
    if (value < min) {
      repairs.report("raised to " + min);
      return min;
    }
    return value;
  }
}
