package io.gnomon.controller.kafka.output;

import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.listener.StudyTrigger;
import io.gnomon.controller.notification.Notification;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EncodedEvent;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.EventFitter;
import io.gnomon.events.signature.SigningKeys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the output of the next transaction of a partition. Output of a cluster with an open
 * study is held until the study ends. Rejections that a previous owner has published are not
 * repeated.
 */
public final class OutgoingBatch implements Outbox {
  private final EventCodec codec = new EventCodec();
  private final EventFitter fitter =
      new EventFitter(cause -> LOG.warn("an event is not published as it was decided: {}", cause));
  private static final Logger LOG = LoggerFactory.getLogger(OutgoingBatch.class);
  private static final int FULL = 2_000;
  private static final int FULL_BYTES = 8 << 20;

  private final int partition;
  private final @Nullable SigningKeys commandKeys;
  private final OwnerListener listener;
  private final RejectionLog log;
  private final Map<String, Output> held = new HashMap<>();
  private final Output free = new Output(null);
  private @Nullable ConsumerRecord<String, byte[]> current;
  private String currentCluster = "";
  private long published;
  private Map<String, Long> publishedOf = Map.of();

  /**
   * A record of the batch.
   *
   * @param cluster the cluster with which it must be published; empty for none
   */
  private record Entry(String cluster, OutgoingRecord record) {
    /** Whether the entry must be published with the checkpoint of a cluster. */
    boolean belongsTo(String other) {
      return cluster.equals(other) && record.topic() != Topic.REJECTED;
    }
  }

  /** What is to be published together. */
  private static final class Output {
    private final @Nullable ConsumerRecord<String, byte[]> record;
    private final List<Entry> records = new ArrayList<>();
    private final Set<String> concerned = new LinkedHashSet<>();
    private final List<Notification> notifications = new ArrayList<>();
    private long bytes;

    Output(@Nullable ConsumerRecord<String, byte[]> record) {
      this.record = record;
    }

    void add(Entry entry) {
      records.add(entry);
      bytes += entry.record().bytes();
    }

    /** Moves records, and what else there is of the clusters of {@code which}, to another one. */
    void move(Predicate<Entry> these, Predicate<String> which, Output to) {
      records.stream().filter(these).forEach(to::add);
      concerned.stream().filter(which).forEach(to.concerned::add);
      notifications.stream()
          .filter(one -> which.test(one.cluster()))
          .forEach(to.notifications::add);
      records.removeIf(these);
      concerned.removeIf(which);
      notifications.removeIf(one -> which.test(one.cluster()));
      bytes = records.stream().mapToLong(entry -> entry.record().bytes()).sum();
    }
  }

  /**
   * Content that was taken from the batch to be published.
   *
   * @param records in their order
   * @param clusters that have output
   * @param notifications to send after the records are published
   */
  public record Taken(
      List<OutgoingRecord> records, Set<String> clusters, List<Notification> notifications) {}

  /**
   * An empty batch; records carry the trace of {@code listener}.
   *
   * @param commandKeys the keys that sign commands, or null if commands are not signed
   */
  public OutgoingBatch(int partition, @Nullable SigningKeys commandKeys, OwnerListener listener) {
    this.partition = partition;
    this.commandKeys = commandKeys;
    this.listener = listener;
    log = new RejectionLog(partition, System::nanoTime);
  }

  /** Sets the record that later output results from. */
  public void begin(ConsumerRecord<String, byte[]> record) {
    current = record;
    currentCluster = "";
  }

  /** Sets the cluster whose event the record is. */
  public void beginEvent(String cluster) {
    currentCluster = cluster;
  }

  /**
   * Marks the output of records before {@code offset} as published by a previous owner.
   *
   * @param behind the clusters of which only the output of records before a smaller offset is
   *     published, with that offset
   */
  public void published(long offset, Map<String, Long> behind) {
    published = offset;
    publishedOf = Map.copyOf(behind);
  }

  /**
   * Holds the output of a cluster back, because the present record has begun a study of it. Earlier
   * rejections can be published without its checkpoint.
   */
  public void hold(String cluster) {
    Output output = new Output(current);
    free.move(entry -> entry.belongsTo(cluster), cluster::equals, output);
    held.put(cluster, output);
  }

  /** Lets the output of a cluster be published again, because its study has ended. */
  public void release(String cluster) {
    Output output = held.remove(cluster);
    if (output != null) {
      output.move(any -> true, any -> true, free);
    }
  }

  /** Continues with the record that began the study of a cluster. */
  public void resume(String cluster) {
    current = of(cluster).record;
    currentCluster = cluster;
  }

  /** The offset before which the output of a cluster was published by a previous owner. */
  public long published(String cluster) {
    return publishedOf.getOrDefault(cluster, published);
  }

  /** Whether nothing can be published; as in all methods below, held output does not count. */
  public boolean isEmpty() {
    return free.records.isEmpty() && free.notifications.isEmpty();
  }

  /** Whether the batch has more than rejections, so that it should be published at once. */
  public boolean urgent() {
    return !free.concerned.isEmpty();
  }

  /** Whether the batch has the records or the bytes of one transaction. */
  public boolean full() {
    return free.records.size() >= FULL || free.bytes >= FULL_BYTES;
  }

  /** Whether the batch has output of a cluster. */
  public boolean hasOutputOf(String cluster) {
    return free.concerned.contains(cluster);
  }

  /** Removes and returns everything. */
  public Taken take() {
    Output taken = new Output(null);
    free.move(any -> true, any -> true, taken);
    return new Taken(
        taken.records.stream().map(Entry::record).toList(), taken.concerned, taken.notifications);
  }

  /**
   * Adds a record of checkpoints.
   *
   * @param cluster that it belongs to; empty for none
   * @param state null deletes the record
   */
  public void checkpoint(String cluster, String key, byte @Nullable [] state) {
    add(cluster, new OutgoingRecord(Topic.CHECKPOINTS, partition, key, state, Map.of()));
  }

  @Override
  public void publish(String cluster, String id, EventData data) {
    of(cluster).concerned.add(cluster);
    EventData valid = fitter.fit(data);
    EncodedEvent encoded =
        codec.encodeStructured(
            GnomonEvent.of(cluster, id, EventData.NONE, null, valid == null ? data : valid));
    Map<String, byte[]> headers = new HashMap<>();
    encoded.headers().forEach((name, value) -> headers.put(name, bytes(value)));
    String trace = listener.traceparent(cluster);
    if (trace != null) {
      headers.put(StudyTrigger.TRACEPARENT, bytes(trace));
    }
    if (commandKeys != null && data.type().topic() == Topic.COMMANDS) {
      headers.put(SigningKeys.HEADER, bytes(commandKeys.sign(encoded.value())));
    }
    add(
        cluster,
        new OutgoingRecord(
            data.type().topic(), OutgoingRecord.BY_KEY, cluster, encoded.value(), headers));
  }

  @Override
  public void send(Notification notification) {
    // includes the checkpoint, so that no replay repeats the notification
    Output output = of(notification.cluster());
    output.concerned.add(notification.cluster());
    output.notifications.add(notification);
  }

  @Override
  public void reject(long offset, RejectReason reason, String detail) {
    if (offset < published(currentCluster)) {
      return;
    }
    ConsumerRecord<String, byte[]> record = Objects.requireNonNull(current);
    log.rejected(offset, reason, detail);
    add(currentCluster, RejectedRecord.of(record, offset, reason, detail));
  }

  /** Logs how many rejected records have not been logged. */
  public void reportRejections() {
    log.report();
  }

  private void add(String cluster, OutgoingRecord record) {
    of(cluster).add(new Entry(cluster, record));
  }

  private Output of(String cluster) {
    return held.getOrDefault(cluster, free);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
