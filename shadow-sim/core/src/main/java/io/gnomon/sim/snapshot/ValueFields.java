package io.gnomon.sim.snapshot;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Fields} of an immutable value: each method takes the accessor of a component, and
 * returns what the value has when it is written, or what the snapshot has when it is read.
 */
public final class ValueFields<T> {
  private final Fields fields;
  private final @Nullable T value; // null when it is read

  ValueFields(Fields fields, @Nullable T value) {
    this.fields = fields;
    this.value = value;
  }

  /** An integer. */
  public int number(String name, ToIntFunction<T> component) {
    return fields.number(name, value == null ? 0 : component.applyAsInt(value));
  }

  /** A floating-point number. */
  public double decimal(String name, ToDoubleFunction<T> component) {
    return fields.number(name, value == null ? 0.0 : component.applyAsDouble(value));
  }

  /** A boolean. */
  public boolean flag(String name, Predicate<T> component) {
    return fields.flag(name, value != null && component.test(value));
  }

  /**
   * A column of doubles.
   *
   * @param rows how many values it has
   */
  public double[] decimals(String name, int rows, Function<T, double[]> component) {
    double[] values = value == null ? new double[rows] : component.apply(value);
    fields.fill(name, values);
    return values;
  }

  /** A component with a text form, or null. */
  public <V> @Nullable V optional(
      String name, Function<T, @Nullable V> component, Function<String, V> parse) {
    return fields.optional(name, value == null ? null : component.apply(value), parse);
  }

  /** A component with a text form. */
  public <V> V text(String name, Function<T, V> component, Function<String, V> parse) {
    if (value == null) {
      return parse.apply(fields.text(name, ""));
    }
    V present = component.apply(value);
    fields.text(name, present.toString());
    return present;
  }

  /** A string. */
  public String text(String name, Function<T, String> component) {
    return text(name, component, text -> text);
  }

  /** An immutable component, as a section. */
  public <V> V value(String name, Function<T, V> component, Fields.Values<V> description) {
    return fields.value(name, value == null ? null : component.apply(value), description);
  }
}
