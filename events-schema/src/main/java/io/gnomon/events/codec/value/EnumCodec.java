package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.WireEnum;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import io.gnomon.events.json.NameTable;
import java.util.Arrays;
import java.util.List;

/** The codec of an enum, written as its {@link WireEnum#wireName}. */
public final class EnumCodec<V extends Enum<V> & WireEnum> implements ValueCodec<V> {
  private final V[] constants;
  private final NameTable wireNames;

  /** A codec for all constants of {@code type}. */
  public EnumCodec(Class<V> type) {
    constants = type.getEnumConstants();
    wireNames = new NameTable(Arrays.stream(constants).map(WireEnum::wireName).toList());
  }

  /** The allowed values, in the order of the constants. */
  List<String> wireNames() {
    return wireNames.names();
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
    return constants[index];
  }

  @Override
  public void write(V value, JsonWriter out) {
    out.string(value.wireName());
  }

  @Override
  public V fit(V value, Repairs repairs) {
    return value;
  }
}
