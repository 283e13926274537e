package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import io.gnomon.events.json.NameTable;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a JSON object and a Java record; the fields are in the order of the record's
 * components. Reading rejects duplicate fields. It skips unknown ones, unless the codec is strict.
 * Not thread-safe: it keeps the field values of the record that it is reading. For the same reason
 * an object codec cannot contain itself.
 *
 * @param <T> the record
 */
public final class ObjectCodec<T> implements ValueCodec<T> {
  private final List<Field<T>> fields;
  private final NameTable names;
  private final long required;
  private final FieldValues values;
  private final boolean strict;
  private final Function<FieldValues, T> constructor;

  private ObjectCodec(List<Field<T>> fields, boolean strict, Function<FieldValues, T> constructor) {
    this.fields = List.copyOf(fields);
    this.strict = strict;
    this.constructor = constructor;
    names = new NameTable(fields.stream().map(Field::name).toList());
    values = new FieldValues(fields.size());
    long mask = 0;
    for (int i = 0; i < fields.size(); i++) {
      mask |= fields.get(i).required() ? 1L << i : 0;
    }
    required = mask;
  }

  List<Field<T>> fields() {
    return fields;
  }

  @Override
  public boolean isFor(Type component) {
    return component instanceof Class;
  }

  @Override
  public T read(JsonScanner in) {
    for (int i = 0; i < fields.size(); i++) {
      fields.get(i).clear(values, i);
    }
    long present = 0;
    in.beginObject();
    while (in.nextField()) {
      int index = in.field(names);
      if (index < 0) {
        if (strict) {
          throw InvalidEventException.unknown(in.fieldName(), names.names());
        }
        in.skipValue();
      } else if (!in.skipNull()) {
        if ((present & 1L << index) != 0) {
          throw InvalidEventException.duplicate(names.names().get(index));
        }
        present |= 1L << index;
        read(fields.get(index), index, in);
      }
    }
    long absent = required & ~present;
    if (absent != 0) {
      throw InvalidEventException.missing(names.names().get(Long.numberOfTrailingZeros(absent)));
    }
    return constructor.apply(values.rewound());
  }

  private void read(Field<T> field, int index, JsonScanner in) {
    try {
      field.read(in, values, index);
    } catch (InvalidEventException inner) {
      throw inner.within(field.name());
    } catch (JsonException broken) {
      throw InvalidEventException.of(broken).within(field.name());
    }
  }

  @Override
  public void write(T value, JsonWriter out) {
    out.beginObject();
    for (Field<T> field : fields) {
      field.write(value, out);
    }
    out.endObject();
  }

  @Override
  public @Nullable T fit(T value, Repairs repairs) {
    boolean changed = false;
    for (int i = 0; i < fields.size(); i++) {
      Field<T> field = fields.get(i);
      repairs.enter(field.name());
      Field.Fit fit = field.fit(value, values, i, repairs);
      if (fit == Field.Fit.IMPOSSIBLE) {
        repairs.report("required and without a valid value");
      }
      repairs.leave();
      if (fit == Field.Fit.IMPOSSIBLE) {
        return null;
      }
      changed |= fit == Field.Fit.CHANGED;
    }
    T checked = checked(repairs);
    return changed ? checked : checked == null ? null : value;
  }

  private @Nullable T checked(Repairs repairs) {
    try {
      return constructor.apply(values.rewound());
    } catch (InvalidEventException contradiction) {
      repairs.report(
          contradiction.reason() + " at " + contradiction.place().replaceAll("/\\d+", ""));
      return null;
    }
  }

  /** The longest field is shortened or left out, then the next one if that is not enough. */
  @Override
  public @Nullable T shorten(T value, long bytes, Repairs repairs) {
    long excess = "{}".length() - bytes;
    int longest = 0;
    long mostBytes = 0;
    for (int i = 0; i < fields.size(); i++) {
      Field<T> field = fields.get(i);
      field.fit(value, values, i, repairs); // sets it as it is
      int length = JsonWriter.bytes(out -> field.write(value, out));
      longest = length > mostBytes ? i : longest;
      mostBytes = Math.max(mostBytes, length);
      excess += length == 0 ? 0 : length + 1; // with a comma
    }
    if (excess <= 0 || mostBytes == 0) {
      return excess <= 0 ? value : null;
    }
    Field<T> field = fields.get(longest);
    repairs.enter(field.name());
    boolean possible = field.shorten(value, values, longest, mostBytes - excess, repairs);
    repairs.leave();
    T shorter = possible ? checked(repairs) : null;
    return shorter == null ? null : shorten(shorter, bytes, repairs);
  }

  /**
   * Collects the fields of a record, in the order of its components; at most 64.
   *
   * @param <T> the record
   */
  public static final class Builder<T> {
    private final List<Field<T>> fields = new ArrayList<>();
    private boolean strict;

    /** Makes reading reject unknown fields, for objects where one that is skipped does harm. */
    public Builder<T> strict() {
      strict = true;
      return this;
    }

    /** Adds a required integer from {@code min} to {@code max}. */
    public Builder<T> integer(String name, ToLongFunction<T> component, long min, long max) {
      fields.add(new LongField<>(name, true, component, min, max));
      return this;
    }

    /** Adds an optional integer from {@code min} to {@code max}. */
    public Builder<T> optionalInteger(
        String name, ToLongFunction<T> component, long min, long max) {
      fields.add(new LongField<>(name, false, component, min, max));
      return this;
    }

    /** Adds a required value. */
    public <V> Builder<T> required(
        String name, Function<T, @Nullable V> component, ValueCodec<V> codec) {
      fields.add(new ValueField<>(name, true, component, codec, null));
      return this;
    }

    /** Adds an optional value, null if absent. */
    public <V> Builder<T> optional(
        String name, Function<T, @Nullable V> component, ValueCodec<V> codec) {
      fields.add(new ValueField<>(name, false, component, codec, null));
      return this;
    }

    /** Adds an optional value with a default, which is not written. */
    public <V> Builder<T> optional(
        String name, Function<T, @Nullable V> component, ValueCodec<V> codec, V defaultValue) {
      fields.add(new ValueField<>(name, false, component, codec, defaultValue));
      return this;
    }

    /**
     * Builds the codec.
     *
     * @param constructor makes the record; it must take the values in the order of the fields
     */
    public ObjectCodec<T> build(Function<FieldValues, T> constructor) {
      return new ObjectCodec<>(fields, strict, constructor);
    }
  }
}
