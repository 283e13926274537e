package io.gnomon.controller.mirror;

import io.gnomon.sim.cluster.ClusterState;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Numbers for texts, such as users, from 0 in the order in which they were first seen. */
public final class NameNumbering {
  private final Map<String, Integer> numbers = new HashMap<>();

  /** The number of {@code text}, a new one where it has none; that of null is NONE. */
  int of(@Nullable String text) {
    return text == null
        ? ClusterState.NONE
        : numbers.computeIfAbsent(text, first -> numbers.size());
  }

  /** Every text with its number, by text; for a checkpoint. */
  public Map<String, Integer> all() {
    return new TreeMap<>(numbers);
  }

  /** Takes back a text's number. */
  public void restore(String text, int number) {
    numbers.put(text, number);
  }
}
