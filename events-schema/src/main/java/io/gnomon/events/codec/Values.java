package io.gnomon.events.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The components of one record while it is read, in order of declaration. They are taken out one by
 * one, in that order, to build it.
 */
final class Values {
  private final long[] wholes;
  private final @Nullable Object[] objects;
  private int next;

  Values(int size) {
    wholes = new long[size];
    objects = new Object[size];
  }

  void set(int slot, long value) {
    wholes[slot] = value;
  }

  void set(int slot, @Nullable Object value) {
    objects[slot] = value;
  }

  /** Starts taking out. */
  Values rewound() {
    next = 0;
    return this;
  }

  long whole() {
    return wholes[next++];
  }

  int integer() {
    return (int) wholes[next++];
  }

  /** A component that is required or has a value where absent. */
  <V> V take(Class<V> type) {
    Object value = objects[next++];
    if (value == null) {
      throw new IllegalStateException("component " + (next - 1) + " of a record is not set");
    }
    return type.cast(value);
  }

  <V> @Nullable V optional(Class<V> type) {
    return type.cast(objects[next++]);
  }

  String text() {
    return take(String.class);
  }

  @Nullable String optionalText() {
    return optional(String.class);
  }

  /** A list, whose elements its {@link ListForm} has checked. */
  @SuppressWarnings("unchecked")
  <V> List<V> list() {
    return (List<V>) take(List.class);
  }
}
