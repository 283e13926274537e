package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.WireEnum;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import io.gnomon.events.json.NameTable;
import java.lang.reflect.Type;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The codec of an enum, written as its {@link WireEnum#nameOf}. */
public final class EnumCodec<V extends Enum<V>> implements ValueCodec<V> {
  private final List<V> constants;
  private final NameTable wireNames;

  /** A codec for all constants of {@code type}. */
  public EnumCodec(Class<V> type) {
    this(EnumSet.allOf(type));
  }

  /** A codec for those constants that events carry. */
  public EnumCodec(Set<V> carried) {
    constants = List.copyOf(EnumSet.copyOf(carried));
    wireNames = new NameTable(constants.stream().map(WireEnum::nameOf).toList());
  }

  /** The allowed values, in the order of the constants. */
  List<String> wireNames() {
    return wireNames.names();
  }

  @Override
  public boolean isFor(Type component) {
    return component == constants.get(0).getDeclaringClass();
  }

  @Override
  public V read(JsonScanner in) {
    int index = in.nextString(wireNames);
    if (index < 0) {
      throw ValueCodec.invalid(
          Reason.NOT_ALLOWED,
          "'" + in.lastString() + "'",
          "one of " + String.join(", ", wireNames.names()));
    }
    return constants.get(index);
  }

  @Override
  public void write(V value, JsonWriter out) {
    out.string(WireEnum.nameOf(value));
  }

  /** A constant that events do not carry is left out. */
  @Override
  public @Nullable V fit(V value, Repairs repairs) {
    return constants.contains(value) ? value : null;
  }
}
