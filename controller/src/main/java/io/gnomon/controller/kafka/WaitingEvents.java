package io.gnomon.controller.kafka;

import io.gnomon.events.GnomonEvent;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Events that wait until their clusters can go on, while later records of the partition are
 * processed. Those of one cluster keep their order; the clusters take turns. Not thread-safe.
 */
final class WaitingEvents {
  private static final int MOST = 10_000;
  private static final long MOST_BYTES = 16 << 20;

  private final Map<OwnedCluster, ArrayDeque<Waiting>> lanes = new LinkedHashMap<>();
  private int events;
  private long bytes;

  /** An event of a cluster with its record. */
  record Waiting(OwnedCluster owned, ConsumerRecord<String, byte[]> record, GnomonEvent event) {}

  /** Adds an event behind those of the same cluster. */
  void add(Waiting one) {
    lanes.computeIfAbsent(one.owned(), first -> new ArrayDeque<>()).add(one);
    events++;
    bytes += one.record().serializedValueSize();
  }

  /**
   * Removes and returns the event whose turn it is, or null if no cluster with events can go on.
   */
  @Nullable Waiting next() {
    for (Map.Entry<OwnedCluster, ArrayDeque<Waiting>> lane : lanes.entrySet()) {
      OwnedCluster owned = lane.getKey();
      ArrayDeque<Waiting> its = lane.getValue();
      if (owned.canGoOn()) {
        lanes.remove(owned);
        Waiting one = its.remove();
        if (!its.isEmpty()) {
          lanes.put(owned, its);
        }
        events--;
        bytes -= one.record().serializedValueSize();
        return one;
      }
    }
    return null;
  }

  /** Whether events of a cluster wait. */
  boolean of(OwnedCluster owned) {
    return lanes.containsKey(owned);
  }

  /** The offset of the first event of a cluster that waits, or {@code next} if there is none. */
  long first(OwnedCluster owned, long next) {
    ArrayDeque<Waiting> its = lanes.get(owned);
    return its == null ? next : its.element().record().offset();
  }

  /** Whether an event waits whose cluster can go on. */
  boolean ready() {
    return lanes.keySet().stream().anyMatch(OwnedCluster::canGoOn);
  }

  /** Whether so many events wait that no further record may be read. */
  boolean full() {
    return events >= MOST || bytes >= MOST_BYTES;
  }
}
