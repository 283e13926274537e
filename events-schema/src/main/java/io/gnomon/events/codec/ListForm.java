package io.gnomon.events.codec;

import io.gnomon.events.codec.InvalidEventException.Reason;
import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A list of values of one form.
 *
 * @param element the form
 * @param most how many there may be
 */
record ListForm<V>(Form<V> element, int most) implements Form<List<V>> {
  @Override
  public List<V> read(JsonScanner in) {
    List<V> list = new ArrayList<>();
    in.beginArray();
    while (in.nextElement()) {
      if (list.size() == most) {
        throw Form.refused(
            Reason.OUT_OF_RANGE, "more than " + most + " elements", most + " elements at most");
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
}
