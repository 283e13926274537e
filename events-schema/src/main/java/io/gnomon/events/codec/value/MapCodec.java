package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.TreeMap;

/**
 * The codec of a JSON object whose names are not known in advance and whose values are of one kind.
 * It writes the fields in the order of the map.
 *
 * @param name what the names must match
 * @param value the codec of the values
 * @param maxSize the maximum number of fields
 */
public record MapCodec<V>(StringCodec name, ValueCodec<V> value, int maxSize)
    implements ValueCodec<Map<String, V>> {
  @Override
  public boolean isFor(Type component) {
    return component instanceof ParameterizedType map
        && map.getRawType() == Map.class
        && value.isFor(map.getActualTypeArguments()[1]);
  }

  @Override
  public Map<String, V> read(JsonScanner in) {
    Map<String, V> map = new TreeMap<>();
    in.beginObject();
    while (in.nextField()) {
      String key = name.checked(in.fieldName());
      if (in.skipNull()) {
        continue;
      }
      if (map.containsKey(key)) {
        throw InvalidEventException.duplicate(key);
      }
      if (map.size() == maxSize) {
        throw ValueCodec.invalid(
            Reason.OUT_OF_RANGE,
            "more than " + maxSize + " fields",
            "at most " + maxSize + " fields");
      }
      map.put(key, read(key, in));
    }
    return map;
  }

  private V read(String key, JsonScanner in) {
    try {
      return value.read(in);
    } catch (InvalidEventException inner) {
      throw inner.within(key);
    } catch (JsonException broken) {
      throw InvalidEventException.of(broken).within(key);
    }
  }

  @Override
  public void write(Map<String, V> map, JsonWriter out) {
    out.beginObject();
    map.forEach(
        (key, element) -> {
          out.field(key);
          value.write(element, out);
        });
    out.endObject();
  }

  /** A field that cannot be repaired is left out. */
  @Override
  public Map<String, V> fit(Map<String, V> map, Repairs repairs) {
    Map<String, V> fitted = new TreeMap<>();
    boolean changed = false;
    for (Map.Entry<String, V> entry : map.entrySet()) {
      if (fitted.size() == maxSize) {
        repairs.report("cut to " + maxSize + " fields");
        return fitted;
      }
      String key = name.fit(entry.getKey(), repairs);
      V valid = key == null ? null : value.fit(entry.getValue(), repairs);
      changed |= valid != entry.getValue() || !entry.getKey().equals(key);
      if (key == null || valid == null || fitted.putIfAbsent(key, valid) != null) {
        repairs.report("a field left out");
      }
    }
    return changed ? fitted : map;
  }
}
