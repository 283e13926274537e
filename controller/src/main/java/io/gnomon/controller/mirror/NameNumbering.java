package io.gnomon.controller.mirror;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Numbers names, such as those of users, from 0 in the order of their first use. */
public final class NameNumbering {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  /** Returns the number of a name, a new one if it has none; NONE for null. */
  int of(@Nullable String name) {
    return name == null ? ClusterState.NONE : numbers.computeIfAbsent(name, this::add);
  }

  private int add(String name) {
    names.add(name);
    return names.size() - 1;
  }

  /** Returns the name with a number, or null for NONE. */
  public @Nullable String name(int number) {
    return number == ClusterState.NONE ? null : names.get(number);
  }

  /** Returns the number of a name, or NONE if it has none; gives no number to a new name. */
  public int find(@Nullable String name) {
    return name == null ? ClusterState.NONE : numbers.getOrDefault(name, ClusterState.NONE);
  }

  /** Returns the names in the order of their numbers, which count from 0. */
  public Snapshot snapshot() {
    return new Snapshot().putStrings("name", List.copyOf(names));
  }

  /** Restores a {@link #snapshot()} into a new instance. */
  public void restore(Snapshot snapshot) {
    for (String name : snapshot.getStrings("name")) {
      of(name);
    }
  }
}
