package io.gnomon.controller.kafka;

import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.events.GnomonEvent;
import io.gnomon.topics.BoundedConsumer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Events that wait until their clusters can go on, while later records of the partition are
 * processed: those of clusters with an open study, or with output in no transaction yet, which a
 * study would hold. Those of one cluster keep their order; the clusters take turns. Not
 * thread-safe.
 */
final class WaitingEvents {
  /**
   * How many jobs the open studies may hold copies of, of about {@value #JOB_BYTES} bytes each,
   * before no other one begins; a few studies may always be open. The event before which a study is
   * open counts with its size.
   */
  static final int MOST_JOBS = 250_000;

  private static final int JOB_BYTES = 100;

  private static final int MOST = 50_000;
  private static final long MOST_BYTES = 16 << 20;
  private static final int MOST_CLUSTERS = 1_000;
  private static final int LEAST_STUDIES = 8;
  private static final double NOTABLE = 0.05;

  private final OutgoingBatch outbox;
  private final Map<OwnedCluster, Line> lines = new LinkedHashMap<>();
  private final Set<OwnedCluster> studied = new LinkedHashSet<>();
  private boolean stalled; // no cluster with events can go on
  private int events;
  private long bytes;
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

  /** The events of one cluster. */
  private static final class Line {
    private final Queue<Waiting> events = new ArrayDeque<>();
    private long bytes;

    void add(Waiting one) {
      events.add(one);
      bytes += BoundedConsumer.bytes(one.record());
    }

    Waiting remove() {
      Waiting one = events.remove();
      bytes -= BoundedConsumer.bytes(one.record());
      return one;
    }

    /** Which part of the room they take. */
    double share() {
      return Math.max((double) events.size() / MOST, (double) bytes / MOST_BYTES);
    }
  }

  private boolean canGoOn(OwnedCluster owned) {
    return owned.canGoOn() && !outbox.hasOutputOf(owned.controller().cluster());
  }

  /** Lets an event wait if its cluster cannot go on, or earlier events of it wait. */
  boolean letWait(
      @Nullable OwnedCluster owned, ConsumerRecord<String, byte[]> record, GnomonEvent event) {
    if (owned == null || canGoOn(owned) && !lines.containsKey(owned)) {
      return false;
    }
    lines.computeIfAbsent(owned, first -> new Line()).add(new Waiting(owned, record, event));
    events++;
    bytes += BoundedConsumer.bytes(record);
    return true;
  }

  /** Removes and returns the event whose turn it is, or null if none can be applied. */
  @Nullable Waiting next() {
    if (stalled || tooManyStudies()) {
      return null;
    }
    for (Map.Entry<OwnedCluster, Line> line : lines.entrySet()) {
      OwnedCluster owned = line.getKey();
      Line its = line.getValue();
      if (canGoOn(owned)) {
        lines.remove(owned);
        Waiting one = its.remove();
        if (!its.events.isEmpty()) {
          lines.put(owned, its);
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
    return !stalled && !tooManyStudies() && lines.keySet().stream().anyMatch(this::canGoOn);
  }

  /** To be called before output is put into a transaction. */
  void changed() {
    stalled = false;
  }

  /** Begins a study of a cluster before the event of a record; its later events wait. */
  void study(OwnedCluster owned, ConsumerRecord<String, byte[]> record) {
    studied.add(owned);
    jobs += owned.study(record.offset(), (int) (BoundedConsumer.bytes(record) / JOB_BYTES));
    outbox.hold(owned.controller().cluster());
  }

  /** Ends the study of a cluster; whether its later events wait remains as it is. */
  void studied(OwnedCluster owned) {
    outbox.release(owned.controller().cluster());
    studied.remove(owned);
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
    Line its = lines.get(owned);
    return owned.studyAt(its == null ? next : its.events.element().record().offset());
  }

  /** The number of events, with those before which a study is open. */
  int size() {
    return events + studied.size();
  }

  /**
   * The cluster whose study takes most of the room that is short: by its jobs if too many studies
   * are open, otherwise by the events that wait for it. Null if no study takes a notable part.
   *
   * @param canEnd whether the study of a cluster can be ended
   */
  @Nullable OwnedCluster largest(Predicate<OwnedCluster> canEnd) {
    return tooManyStudies()
        ? largest(canEnd, OwnedCluster::studiedJobs)
        : largest(
            canEnd,
            owned -> {
              Line its = lines.get(owned);
              return its == null || its.share() < NOTABLE ? 0 : its.share();
            });
  }

  private @Nullable OwnedCluster largest(
      Predicate<OwnedCluster> canEnd, ToDoubleFunction<OwnedCluster> size) {
    return studied.stream()
        .filter(canEnd)
        .filter(owned -> size.applyAsDouble(owned) > 0)
        .max(Comparator.comparingDouble(size))
        .orElse(null);
  }

  private boolean tooManyStudies() {
    return studied.size() >= MOST_CLUSTERS || studied.size() >= LEAST_STUDIES && jobs >= MOST_JOBS;
  }

  /** Whether so much waits, or so many studies are open, that no record may be read. */
  boolean full() {
    return tooManyStudies()
        || events >= MOST
        || bytes >= MOST_BYTES
        || lines.size() >= MOST_CLUSTERS;
  }
}
