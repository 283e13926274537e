package io.gnomon.events.codec.value;

import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a JSON array whose elements are a set; their order is kept.
 *
 * @param list the codec of the same array as a list
 */
public record SetCodec<V>(ListCodec<V> list) implements ValueCodec<Set<V>> {
  @Override
  public boolean isFor(Type component) {
    return component instanceof ParameterizedType set
        && set.getRawType() == Set.class
        && list.element().isFor(set.getActualTypeArguments()[0]);
  }

  @Override
  public Set<V> read(JsonScanner in) {
    return new LinkedHashSet<>(list.read(in));
  }

  @Override
  public void write(Set<V> set, JsonWriter out) {
    list.write(List.copyOf(set), out);
  }

  @Override
  public Set<V> fit(Set<V> set, Repairs repairs) {
    List<V> elements = List.copyOf(set);
    List<V> fitted = list.fit(elements, repairs);
    return fitted == elements ? set : new LinkedHashSet<>(fitted);
  }

  @Override
  public @Nullable Set<V> shorten(Set<V> set, long bytes, Repairs repairs) {
    List<V> elements = List.copyOf(set);
    List<V> kept = list.shorten(elements, bytes, repairs);
    return kept == null ? null : kept == elements ? set : new LinkedHashSet<>(kept);
  }
}
