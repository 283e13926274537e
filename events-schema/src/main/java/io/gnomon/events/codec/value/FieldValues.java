package io.gnomon.events.codec.value;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of the fields of one JSON object while it is read, in the order of the record's
 * components. The record's constructor takes them one by one in that order. Not thread-safe.
 */
public final class FieldValues {
  private final long[] longs;
  private final @Nullable Object[] objects;
  private int next;

  FieldValues(int size) {
    longs = new long[size];
    objects = new Object[size];
  }

  void set(int index, long value) {
    longs[index] = value;
  }

  void set(int index, @Nullable Object value) {
    objects[index] = value;
  }

  /** Moves back to the first component. */
  FieldValues rewound() {
    next = 0;
    return this;
  }

  /** The next component, an integer of 64 bits. */
  public long nextLong() {
    return longs[next++];
  }

  /** The next component, an integer of 32 bits. */
  public int nextInt() {
    return (int) longs[next++];
  }

  /** The next component, which is required or has a default value. */
  public <V> V next(Class<V> type) {
    Object value = objects[next++];
    if (value == null) {
      throw new IllegalStateException("component " + (next - 1) + " of the record has no value");
    }
    return type.cast(value);
  }

  /** The next component, or null if it is absent. */
  public <V> @Nullable V nextOrNull(Class<V> type) {
    return type.cast(objects[next++]);
  }

  /** The next component, a required string. */
  public String nextString() {
    return next(String.class);
  }

  /** The next component, a string, or null if it is absent. */
  public @Nullable String nextStringOrNull() {
    return nextOrNull(String.class);
  }

  /** The next component, a list whose elements a {@link ListCodec} has read. */
  @SuppressWarnings("unchecked")
  public <V> List<V> nextList() {
    return (List<V>) next(List.class);
  }

  /** The next component, a map that a {@link MapCodec} has read. */
  @SuppressWarnings("unchecked")
  public <V> Map<String, V> nextMap() {
    return (Map<String, V>) next(Map.class);
  }
}
