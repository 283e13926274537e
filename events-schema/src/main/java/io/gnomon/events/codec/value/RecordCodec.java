package io.gnomon.events.codec.value;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import io.gnomon.events.json.NameTable;
import io.gnomon.slurm.value.HostList;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a JSON object and a Java record: each component of the record is one field. Reading
 * rejects duplicate fields. It skips unknown ones, unless the codec is strict. Not thread-safe: it
 * keeps the field values of the record that it is reading. For the same reason a record codec
 * cannot contain itself.
 *
 * @param <T> the record
 */
public final class RecordCodec<T> implements ValueCodec<T> {
  private static final MethodType OF_OBJECT = MethodType.genericMethodType(1);

  private final Class<T> type;
  private final List<RecordField> fields;
  private final NameTable names;
  private final long required;
  private final @Nullable Object[] absent;
  private final @Nullable Object[] values;
  private final boolean strict;
  private final MethodHandle constructor;
  private final Consumer<T> check;
  private @Nullable MethodHandle ofValues;

  private RecordCodec(Builder<T> parts, MethodHandle constructor) {
    type = parts.type;
    fields = List.copyOf(parts.fields);
    strict = parts.strict;
    check = parts.check;
    this.constructor = constructor;
    names = new NameTable(fields.stream().map(RecordField::name).toList());
    absent = fields.stream().map(RecordField::absent).toArray();
    values = new Object[absent.length];
    long mask = 0;
    for (int i = 0; i < fields.size(); i++) {
      mask |= fields.get(i).required() ? 1L << i : 0;
    }
    required = mask;
  }

  /** Starts the codec of a public record. */
  public static <T extends Record> Builder<T> of(Class<T> type) {
    return new Builder<>(type);
  }

  List<RecordField> fields() {
    return fields;
  }

  @Override
  public boolean isFor(Type component) {
    return component == type;
  }

  @Override
  public T read(JsonScanner in) {
    System.arraycopy(absent, 0, values, 0, values.length);
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
        values[index] = read(fields.get(index), in);
      }
    }
    long missing = required & ~present;
    if (missing != 0) {
      throw InvalidEventException.missing(names.names().get(Long.numberOfTrailingZeros(missing)));
    }
    return make();
  }

  private static Object read(RecordField field, JsonScanner in) {
    try {
      return field.codec().read(in);
    } catch (InvalidEventException inner) {
      throw inner.within(field.name());
    } catch (JsonException broken) {
      throw InvalidEventException.of(broken).within(field.name());
    }
  }

  private T make() {
    MethodHandle spread = ofValues;
    if (spread == null) {
      // only now, because it takes longer than all the rest, and many codecs only write
      spread = constructor.asSpreader(Object[].class, values.length).asType(OF_OBJECT);
      ofValues = spread;
    }
    T made = type.cast(Objects.requireNonNull(Component.call(spread, values)));
    check.accept(made);
    return made;
  }

  @Override
  public void write(T value, JsonWriter out) {
    out.beginObject();
    for (RecordField field : fields) {
      field.write(value, out);
    }
    out.endObject();
  }

  @Override
  public @Nullable T fit(T value, Repairs repairs) {
    boolean changed = false;
    for (int i = 0; i < values.length; i++) {
      RecordField field = fields.get(i);
      Object before = field.of(value);
      repairs.enter(field.name());
      Object valid = field.fit(before, repairs);
      boolean impossible = valid == null && field.required();
      if (impossible) {
        repairs.report("required and without a valid value");
      }
      repairs.leave();
      if (impossible) {
        return null;
      }
      changed |= valid != before;
      values[i] = valid == null ? field.absent() : valid;
    }
    T checked = checked(repairs);
    return changed || checked == null ? checked : value;
  }

  private @Nullable T checked(Repairs repairs) {
    try {
      return make();
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
    for (int i = 0; i < values.length; i++) {
      RecordField field = fields.get(i);
      values[i] = field.of(value);
      int length = JsonWriter.bytes(out -> field.write(value, out));
      longest = length > mostBytes ? i : longest;
      mostBytes = Math.max(mostBytes, length);
      excess += length == 0 ? 0 : length + 1; // with a comma
    }
    if (excess <= 0 || mostBytes == 0) {
      return excess <= 0 ? value : null;
    }
    RecordField field = fields.get(longest);
    repairs.enter(field.name());
    Object shorter = field.shorten(values[longest], mostBytes - excess, repairs);
    repairs.leave();
    values[longest] = shorter == null ? field.absent() : shorter;
    T made = shorter == null && field.required() ? null : checked(repairs);
    return made == null ? null : shorten(made, bytes, repairs);
  }

  /**
   * Collects the fields of a record in the order in which they are written; at most 64. Each
   * component of the record must become one field. A field without a codec has that of its type: a
   * boolean, a constant of an enum, a host list, or a string of 1 to 255 characters.
   *
   * <p>An optional field that is absent is {@link EventData#NONE}, false, empty or null, depending
   * on its type, unless another value is given.
   *
   * @param <T> the record
   */
  public static final class Builder<T> {
    private final Class<T> type;
    private final List<Component> components;
    private final List<Component> named = new ArrayList<>();
    private final List<RecordField> fields = new ArrayList<>();
    private MethodHandle constructor;
    private boolean strict;
    private Consumer<T> check = any -> {};

    private Builder(Class<T> type) {
      this.type = type;
      components = Component.of(type);
      constructor = Component.constructor(type);
    }

    /** Makes reading reject unknown fields, for objects where one that is skipped does harm. */
    public Builder<T> strict() {
      strict = true;
      return this;
    }

    /** Replaces a component by its own components, which become fields of the same object. */
    public Builder<T> inlined(String component) {
      Component outer = component(component);
      int index = components.indexOf(outer);
      constructor =
          MethodHandles.collectArguments(
              constructor, index, Component.constructor(outer.rawType()));
      components.remove(index);
      components.addAll(index, outer.inner());
      return this;
    }

    /** Gives the field of a component another name. */
    public Builder<T> renamed(String component, String field) {
      Component before = component(component);
      components.set(components.indexOf(before), before.renamed(field));
      return this;
    }

    /** Gives a component one value, which is not written. */
    public Builder<T> unwritten(String name, Object value) {
      Component component = component(name);
      constructor =
          MethodHandles.insertArguments(constructor, components.indexOf(component), value);
      components.remove(component);
      return this;
    }

    /** Adds a required integer from {@code min} to {@code max}. */
    public Builder<T> integer(String name, long min, long max) {
      return required(name, integerCodec(name, min, max));
    }

    /** Adds an optional integer from {@code min} to {@code max}. */
    public Builder<T> optionalInteger(String name, long min, long max) {
      return optional(name, integerCodec(name, min, max));
    }

    /** Adds an integer that is always written; one that is absent has a default value. */
    public Builder<T> integer(String name, long min, long max, long absent) {
      boolean small = component(name).rawType() == int.class;
      Object value = small ? (Object) Math.toIntExact(absent) : (Object) absent;
      return add(name, false, integerCodec(name, min, max), value, true);
    }

    /** Adds required values with the codecs of their types. */
    public Builder<T> required(String... names) {
      for (String name : names) {
        required(name, codec(name));
      }
      return this;
    }

    /** Adds a required value. */
    public Builder<T> required(String name, ValueCodec<?> codec) {
      return add(name, true, codec, null, false);
    }

    /** Adds optional values with the codecs of their types. */
    public Builder<T> optional(String... names) {
      for (String name : names) {
        optional(name, codec(name));
      }
      return this;
    }

    /** Adds an optional value. */
    public Builder<T> optional(String name, ValueCodec<?> codec) {
      return add(name, false, codec, absent(component(name).rawType()), false);
    }

    /** Adds an optional constant with a default, which is not written. */
    public Builder<T> optional(String name, Enum<?> absent) {
      return add(name, false, codec(name), absent, false);
    }

    /** Adds an optional value with a default, which is not written. */
    public <V> Builder<T> optional(String name, ValueCodec<V> codec, V absent) {
      return add(name, false, codec, absent, false);
    }

    /**
     * Sets what is checked across fields.
     *
     * @param across throws an {@link InvalidEventException} for a record that is not allowed
     */
    public Builder<T> check(Consumer<T> across) {
      check = across;
      return this;
    }

    /**
     * Builds the codec.
     *
     * @throws IllegalArgumentException if not each component has one field
     */
    public RecordCodec<T> build() {
      if (named.size() != components.size() || !named.containsAll(components)) {
        throw new IllegalArgumentException(
            "%s has the components %s, but its codec the fields %s; each component needs one field"
                .formatted(type, names(components), names(named)));
      }
      MethodType ofFields =
          MethodType.methodType(type, named.stream().map(Component::rawType).toList());
      int[] order = components.stream().mapToInt(named::indexOf).toArray();
      return new RecordCodec<>(this, MethodHandles.permuteArguments(constructor, ofFields, order));
    }

    private static List<String> names(List<Component> components) {
      return components.stream().map(Component::name).toList();
    }

    private Component component(String name) {
      return components.stream()
          .filter(component -> component.name().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "%s has no component %s, only %s".formatted(type, name, names(components))));
    }

    @SuppressWarnings("unchecked") // the codec is for the type of the component
    private Builder<T> add(
        String name,
        boolean required,
        ValueCodec<?> codec,
        @Nullable Object absent,
        boolean explicit) {
      Component component = component(name);
      boolean needsValue = !required && absent == null && component.rawType().isPrimitive();
      if (!codec.isFor(component.type()) || needsValue) {
        throw new IllegalArgumentException(
            "component %s of %s is of type %s; %s"
                .formatted(
                    name,
                    type,
                    component.type(),
                    needsValue ? "it needs a default value" : codec + " is for another type"));
      }
      named.add(component);
      fields.add(
          new RecordField(
              name,
              required,
              (ValueCodec<Object>) codec,
              component.accessor().asType(OF_OBJECT),
              absent,
              explicit));
      return this;
    }

    private ValueCodec<?> integerCodec(String name, long min, long max) {
      return component(name).rawType() == int.class
          ? new IntegerCodec(Math.toIntExact(min), Math.toIntExact(max))
          : new LongCodec(min, max);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // only an enum has an enum's codec
    private ValueCodec<?> codec(String name) {
      Class<?> raw = component(name).rawType();
      if (raw.isEnum()) {
        return new EnumCodec(raw.asSubclass(Enum.class));
      }
      return raw == HostList.class
          ? HostListCodec.HOST_LIST
          : raw == String.class ? StringCodec.NAME : BooleanCodec.BOOLEAN;
    }

    private static @Nullable Object absent(Class<?> raw) {
      if (raw == int.class) {
        return EventData.NONE;
      }
      if (raw == long.class) {
        return (long) EventData.NONE;
      }
      if (raw == boolean.class) {
        return false;
      }
      if (raw == Set.class) {
        return Set.of();
      }
      return raw == List.class ? List.of() : raw == Map.class ? Map.of() : null;
    }
  }
}
