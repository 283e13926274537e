package io.gnomon.controller.mirror;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers names, such as those of users, from 0. A name keeps its number while it is used.
 *
 * <p>Memory does not grow with the years: if there are more names than the capacity, the half of
 * them that was not used for the longest time is forgotten, except names that are still needed, and
 * their numbers are given to new names. O(1) per use, amortised. Not thread-safe.
 */
public final class NameNumbering {
  private final int capacity;
  private final Uses uses;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>(); // "" for a free number
  private final ArrayDeque<Integer> free = new ArrayDeque<>();
  private long[] lastUse = new long[64];
  private long now;
  private long keptSince = Long.MAX_VALUE;
  private int limit;

  /** The uses of numbers outside the numbering. */
  interface Uses {
    /** The numbers that must not be given to other names. */
    BitSet needed();

    /** These numbers no longer stand for the names that they were given to. */
    void forgotten(BitSet forgotten);
  }

  /** A numbering without names. */
  NameNumbering(int capacity, Uses uses) {
    this.capacity = capacity;
    this.uses = uses;
    limit = capacity;
  }

  /** Returns the number of a name, a new one if it has none; NONE for null. */
  int of(@Nullable String name) {
    if (name == null) {
      return ClusterState.NONE;
    }
    Integer known = numbers.get(name);
    int number = known == null ? add(name) : known;
    lastUse[number] = now++;
    return number;
  }

  private int add(String name) {
    if (numbers.size() >= limit) {
      forgetOldest();
    }
    Integer reused = free.pollFirst();
    int number = reused == null ? names.size() : reused;
    if (reused == null) {
      names.add(name);
    } else {
      names.set(number, name);
    }
    if (number >= lastUse.length) {
      lastUse = Arrays.copyOf(lastUse, 2 * lastUse.length);
    }
    numbers.put(name, number);
    return number;
  }

  private void forgetOldest() {
    BitSet needed = uses.needed();
    BitSet forgotten = new BitSet();
    byLastUse().stream()
        .limit(numbers.size() - capacity / 2)
        .filter(number -> !needed.get(number) && lastUse[number] < keptSince)
        .forEach(forgotten::set);
    forgotten.stream()
        .forEach(
            number -> {
              numbers.remove(names.get(number));
              names.set(number, "");
              free.addLast(number);
            });
    limit = Math.max(capacity, 2 * numbers.size());
    if (!forgotten.isEmpty()) {
      uses.forgotten(forgotten);
    }
  }

  /** The numbers of names, least recently used first. */
  private List<Integer> byLastUse() {
    return numbers.values().stream().sorted(Comparator.comparingLong(n -> lastUse[n])).toList();
  }

  /** Keeps the names used from now on, until the next call with false. */
  void keepUsed(boolean keep) {
    keptSince = keep ? now : Long.MAX_VALUE;
  }

  /** Returns the name with a number, or null for NONE. */
  public @Nullable String name(int number) {
    return number == ClusterState.NONE ? null : names.get(number);
  }

  /** Returns the number of a name, or NONE if it has none; gives no number to a new name. */
  public int find(@Nullable String name) {
    return name == null ? ClusterState.NONE : numbers.getOrDefault(name, ClusterState.NONE);
  }

  /** Returns the names by number, "" for a free one, and the numbers in the order of last use. */
  public Snapshot snapshot() {
    return new Snapshot()
        .putStrings("name", List.copyOf(names))
        .put("free", free.stream().mapToInt(Integer::intValue).toArray())
        .put("byLastUse", byLastUse().stream().mapToInt(Integer::intValue).toArray())
        .put("limit", limit);
  }

  /** Restores a {@link #snapshot()} into a new instance. */
  public void restore(Snapshot snapshot) {
    names.addAll(snapshot.getStrings("name"));
    lastUse = new long[Math.max(64, names.size())];
    int[] order =
        snapshot.has("byLastUse")
            ? snapshot.getInts("byLastUse")
            : IntStream.range(0, names.size()).toArray();
    for (int number : order) {
      numbers.put(names.get(number), number);
      lastUse[number] = now++;
    }
    if (snapshot.has("free")) {
      Arrays.stream(snapshot.getInts("free")).forEach(free::addLast);
      limit = snapshot.getInt("limit");
    }
  }
}
