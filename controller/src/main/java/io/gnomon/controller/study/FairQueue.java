package io.gnomon.controller.study;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Work that waits, in turns: the clusters take turns, and the work of each keeps its order. Between
 * two pieces of a cluster, each other cluster whose work waits has one, so no cluster waits for all
 * that another has submitted. Round robin (Nagle, "On packet switches with infinite storage", RFC
 * 970, 1985). O(1) for each piece. Not thread-safe.
 *
 * @param <T> the work
 */
final class FairQueue<T> {
  // the clusters with waiting work, in the order of their turns
  private final Map<String, Queue<T>> waiting = new LinkedHashMap<>();

  /** Adds work behind that of the same cluster; a cluster without any has the last turn. */
  void add(String cluster, T work) {
    waiting.computeIfAbsent(cluster, first -> new ArrayDeque<>()).add(work);
  }

  /** Removes and returns the work whose turn it is, or null if there is none. */
  @Nullable T poll() {
    var turns = waiting.entrySet().iterator();
    if (!turns.hasNext()) {
      return null;
    }
    Map.Entry<String, Queue<T>> first = turns.next();
    String cluster = first.getKey();
    Queue<T> its = first.getValue();
    turns.remove();
    T work = its.remove();
    if (!its.isEmpty()) {
      waiting.put(cluster, its);
    }
    return work;
  }

  /** How much work waits; O(clusters with waiting work). */
  int size() {
    return waiting.values().stream().mapToInt(Queue::size).sum();
  }

  /** Removes work that is not wanted any more. */
  void remove(String cluster, T work) {
    waiting.computeIfPresent(
        cluster,
        (name, its) -> {
          its.remove(work);
          return its.isEmpty() ? null : its;
        });
  }
}
