package io.gnomon.events.codec;

import io.gnomon.events.codec.InvalidEventException.Reason;
import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import io.gnomon.events.json.NameTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A record as a JSON object: its fields in the order of the record's components. Unknown fields are
 * skipped on reading; a field twice is an error. Not thread-safe, since it keeps the values of the
 * record it is reading; for the same reason no shape may contain itself.
 */
final class Shape<T> implements Form<T> {
  private final List<Field<T>> fields;
  private final NameTable names;
  private final long required;
  private final Values values;
  private final Function<Values, T> constructor;

  private Shape(List<Field<T>> fields, Function<Values, T> constructor) {
    this.fields = List.copyOf(fields);
    this.constructor = constructor;
    names = new NameTable(fields.stream().map(Field::name).toList());
    values = new Values(fields.size());
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
  public T read(JsonScanner in) {
    for (int i = 0; i < fields.size(); i++) {
      fields.get(i).clear(values, i);
    }
    long given = 0;
    in.beginObject();
    while (in.nextField()) {
      int slot = in.field(names);
      if (slot < 0) {
        in.skipValue();
      } else if (!in.skipNull()) {
        if ((given & 1L << slot) != 0) {
          throw new InvalidEventException(
              Reason.DUPLICATE_FIELD, "/" + names.names().get(slot), "it twice", "it once");
        }
        given |= 1L << slot;
        read(fields.get(slot), slot, in);
      }
    }
    long absent = required & ~given;
    if (absent != 0) {
      throw InvalidEventException.missing(names.names().get(Long.numberOfTrailingZeros(absent)));
    }
    return constructor.apply(values.rewound());
  }

  private void read(Field<T> field, int slot, JsonScanner in) {
    try {
      field.read(in, values, slot);
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

  /** Collects the fields of a record, in the order of its components. */
  static final class Builder<T> {
    private final List<Field<T>> fields = new ArrayList<>();

    Builder<T> whole(String name, ToLongFunction<T> component, long least, long most) {
      fields.add(new WholeField<>(name, true, component, least, most));
      return this;
    }

    Builder<T> optionalWhole(String name, ToLongFunction<T> component, long least, long most) {
      fields.add(new WholeField<>(name, false, component, least, most));
      return this;
    }

    <V> Builder<T> value(String name, Function<T, @Nullable V> component, Form<V> form) {
      fields.add(new ValueField<>(name, true, component, form, null));
      return this;
    }

    <V> Builder<T> optional(String name, Function<T, @Nullable V> component, Form<V> form) {
      fields.add(new ValueField<>(name, false, component, form, null));
      return this;
    }

    <V> Builder<T> optional(
        String name, Function<T, @Nullable V> component, Form<V> form, V absent) {
      fields.add(new ValueField<>(name, false, component, form, absent));
      return this;
    }

    Shape<T> build(Function<Values, T> constructor) {
      return new Shape<>(fields, constructor);
    }
  }
}
