package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a JSON array whose elements are of one kind.
 *
 * @param element the codec of the elements
 * @param maxSize the maximum number of elements
 */
public record ListCodec<V>(ValueCodec<V> element, int maxSize) implements ValueCodec<List<V>> {
  @Override
  public boolean isFor(Type component) {
    return component instanceof ParameterizedType list
        && list.getRawType() == List.class
        && element.isFor(list.getActualTypeArguments()[0]);
  }

  @Override
  public List<V> read(JsonScanner in) {
    List<V> list = new ArrayList<>();
    in.beginArray();
    while (in.nextElement()) {
      if (list.size() == maxSize) {
        throw ValueCodec.invalid(
            Reason.OUT_OF_RANGE,
            "more than " + maxSize + " elements",
            "at most " + maxSize + " elements");
      }
      try {
        list.add(element.read(in));
      } catch (InvalidEventException inner) {
        throw inner.within(list.size());
      } catch (JsonException broken) {
        throw InvalidEventException.of(broken).within(list.size());
      }
    }
    return list;
  }

  @Override
  public void write(List<V> list, JsonWriter out) {
    out.beginArray();
    for (V value : list) {
      element.write(value, out);
    }
    out.endArray();
  }

  /** An element that cannot be repaired is left out. */
  @Override
  public List<V> fit(List<V> list, Repairs repairs) {
    List<V> fitted = new ArrayList<>(list.size());
    boolean changed = false;
    for (V value : list) {
      if (fitted.size() == maxSize) {
        repairs.report("cut to " + maxSize + " elements");
        return fitted;
      }
      V valid = element.fit(value, repairs);
      changed |= valid != value;
      if (valid == null) {
        repairs.report("an element left out");
      } else {
        fitted.add(valid);
      }
    }
    return changed ? fitted : list;
  }

  @Override
  public @Nullable List<V> shorten(List<V> list, long bytes, Repairs repairs) {
    List<V> kept = new ArrayList<>();
    long left = bytes - "[]".length();
    if (left < 0) {
      return null;
    }
    for (V value : list) {
      left -= 1 + JsonWriter.bytes(out -> element.write(value, out)); // with a comma
      if (left < 0) {
        repairs.reportTooLong("the last elements");
        return kept;
      }
      kept.add(value);
    }
    return list;
  }
}
