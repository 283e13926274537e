package io.gnomon.controller.kafka;

import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.events.GnomonEvent;
import io.gnomon.topics.BoundedConsumer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Events that wait until their clusters can go on, while later records of the partition are
 * processed: those of clusters with an open study, or with output in no transaction yet, which a
 * study would hold. Those of one cluster keep their order; the clusters take turns. Not
 * thread-safe.
 */
final class WaitingEvents {
  /** How many jobs open studies may hold copies of, of about 100 bytes each, or one study more. */
  static final int MOST_JOBS = 250_000;

  private static final int MOST = 50_000;
  private static final long MOST_BYTES = 16 << 20;
  private static final int MOST_CLUSTERS = 1_000;
  private static final int LEAST_STUDIES = 8;

  private final OutgoingBatch outbox;
  private final Map<OwnedCluster, ArrayDeque<Waiting>> lanes = new LinkedHashMap<>();
  private boolean stalled; // no cluster with events can go on
  private int events;
  private long bytes;
  private int studies;
  private int jobs;

  /**
   * No events.
   *
   * @param outbox holds the output of clusters during their studies
   */
  WaitingEvents(OutgoingBatch outbox) {
    this.outbox = outbox;
  }

  /** An event of a cluster with its record. */
  record Waiting(OwnedCluster owned, ConsumerRecord<String, byte[]> record, GnomonEvent event) {}

  private boolean canGoOn(OwnedCluster owned) {
    return owned.canGoOn() && !outbox.hasOutputOf(owned.controller().cluster());
  }

  /** Lets an event wait if its cluster cannot go on, or earlier events of it wait. */
  boolean letWait(
      @Nullable OwnedCluster owned, ConsumerRecord<String, byte[]> record, GnomonEvent event) {
    if (owned == null || canGoOn(owned) && !lanes.containsKey(owned)) {
      return false;
    }
    lanes
        .computeIfAbsent(owned, first -> new ArrayDeque<>())
        .add(new Waiting(owned, record, event));
    events++;
    bytes += BoundedConsumer.bytes(record);
    return true;
  }

  /** Removes and returns the event whose turn it is, or null if none can be applied. */
  @Nullable Waiting next() {
    if (stalled || tooManyStudies()) {
      return null;
    }
    for (Map.Entry<OwnedCluster, ArrayDeque<Waiting>> lane : lanes.entrySet()) {
      OwnedCluster owned = lane.getKey();
      ArrayDeque<Waiting> its = lane.getValue();
      if (canGoOn(owned)) {
        lanes.remove(owned);
        Waiting one = its.remove();
        if (!its.isEmpty()) {
          lanes.put(owned, its);
        }
        events--;
        bytes -= BoundedConsumer.bytes(one.record());
        return one;
      }
    }
    stalled = true;
    return null;
  }

  /** Whether {@link #next} has an event. */
  boolean ready() {
    return !stalled && !tooManyStudies() && lanes.keySet().stream().anyMatch(this::canGoOn);
  }

  /** To be called before output is put into a transaction. */
  void changed() {
    stalled = false;
  }

  /** Begins a study of a cluster before the event of a record; its later events wait. */
  void study(OwnedCluster owned, ConsumerRecord<String, byte[]> record) {
    studies++;
    jobs += owned.study(record.offset());
    outbox.hold(owned.controller().cluster());
  }

  /** Ends the study of a cluster; whether its later events wait remains as it is. */
  void studied(OwnedCluster owned) {
    outbox.release(owned.controller().cluster());
    studies--;
    jobs -= owned.studied();
    stalled = false;
  }

  /** Sets whether later events of a cluster wait. */
  void waits(OwnedCluster owned, boolean whether) {
    owned.waits(whether);
    stalled = false;
  }

  /** The first offset that a cluster has not processed, of those before {@code next}. */
  long position(OwnedCluster owned, long next) {
    ArrayDeque<Waiting> its = lanes.get(owned);
    return owned.studyAt(its == null ? next : its.element().record().offset());
  }

  /** The number of events, with those before which a study is open. */
  int size() {
    return events + studies;
  }

  /** The cluster with an open study for which most events wait, or null if no study is open. */
  @Nullable OwnedCluster longest() {
    return lanes.entrySet().stream()
        .filter(lane -> lane.getKey().studying())
        .max(Comparator.comparingInt(lane -> lane.getValue().size()))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  private boolean tooManyStudies() {
    return studies >= MOST_CLUSTERS || studies >= LEAST_STUDIES && jobs >= MOST_JOBS;
  }

  /** Whether so much waits, or so many studies are open, that no record may be read. */
  boolean full() {
    return tooManyStudies()
        || events >= MOST
        || bytes >= MOST_BYTES
        || lanes.size() >= MOST_CLUSTERS;
  }
}
