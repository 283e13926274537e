package io.gnomon.events.codec.value;

import io.gnomon.events.json.JsonWriter;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One field of a JSON object, which is one component of a record.
 *
 * @param accessor returns the value as an object, given the record as an object
 * @param absent the value if the field is absent; null if it is required
 * @param explicit whether {@code absent} is written too
 */
record RecordField(
    String name,
    boolean required,
    ValueCodec<Object> codec,
    MethodHandle accessor,
    @Nullable Object absent,
    boolean explicit) {
  /** Returns the value that a record has. */
  @Nullable Object of(Object owner) {
    Object value = Component.call(accessor, owner);
    return value == null ? absent : value;
  }

  /** Returns the nearest valid value, see {@link ValueCodec#fit}; null if there is none. */
  @Nullable Object fit(@Nullable Object value, Repairs repairs) {
    return value == null || Objects.equals(absent, value) ? value : codec.fit(value, repairs);
  }

  /** Returns a shorter value, see {@link ValueCodec#shorten}; null if there is none. */
  @Nullable Object shorten(@Nullable Object value, long bytes, Repairs repairs) {
    long ofValue = bytes - JsonWriter.bytes(out -> out.field(name));
    Object shorter = value == null ? null : codec.shorten(value, ofValue, repairs);
    if (shorter == null) {
      repairs.reportTooLong("a value");
    }
    return shorter;
  }

  /** Writes name and value, or nothing if an optional field is absent. */
  void write(Object owner, JsonWriter out) {
    Object value = of(owner);
    if (value != null && (explicit || !Objects.equals(absent, value))) {
      out.field(name);
      codec.write(value, out);
    }
  }
}
