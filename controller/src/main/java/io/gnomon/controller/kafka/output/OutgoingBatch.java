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
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Collects the output of the next transaction of a partition. Rejections that a previous owner has
 * published are not repeated.
 */
public final class OutgoingBatch implements Outbox {
  private final EventCodec codec = new EventCodec();
  private static final int FULL = 2_000;
  private static final int FULL_BYTES = 8 << 20;

  private final int partition;
  private final @Nullable SigningKeys commandKeys;
  private final OwnerListener listener;
  private final RejectionLog log;
  private final List<Entry> outgoing = new ArrayList<>();
  private final Set<String> concerned = new LinkedHashSet<>();
  private final List<Notification> notifications = new ArrayList<>();
  private @Nullable ConsumerRecord<String, byte[]> current;
  private String currentCluster = "";
  private long published;
  private long bytes;

  /**
   * A record of the batch.
   *
   * @param cluster the cluster with which it must be published; empty for none
   */
  private record Entry(String cluster, OutgoingRecord record) {}

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

  /** Marks the output of records before {@code offset} as published by a previous owner. */
  public void published(long offset) {
    published = offset;
  }

  public boolean isEmpty() {
    return outgoing.isEmpty() && notifications.isEmpty();
  }

  /** Whether the batch has more than rejections, so that it should be published at once. */
  public boolean urgent() {
    return !concerned.isEmpty();
  }

  /** Whether the batch has the records or the bytes of one transaction. */
  public boolean full() {
    return outgoing.size() >= FULL || bytes >= FULL_BYTES;
  }

  /** Whether the batch has output of a cluster. */
  public boolean hasOutputOf(String cluster) {
    return concerned.contains(cluster);
  }

  /** Removes and returns everything. */
  public Taken take() {
    return take(cluster -> true);
  }

  /** Removes and returns the output of one cluster, with the rejections of its events. */
  public Taken take(String cluster) {
    return take(cluster::equals);
  }

  private Taken take(Predicate<String> which) {
    Taken taken =
        new Taken(
            outgoing.stream()
                .filter(entry -> which.test(entry.cluster()))
                .map(Entry::record)
                .toList(),
            concerned.stream().filter(which).collect(Collectors.toUnmodifiableSet()),
            notifications.stream().filter(one -> which.test(one.cluster())).toList());
    outgoing.removeIf(entry -> which.test(entry.cluster()));
    concerned.removeIf(which);
    notifications.removeIf(one -> which.test(one.cluster()));
    bytes = outgoing.stream().mapToLong(entry -> entry.record().bytes()).sum();
    return taken;
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
    concerned.add(cluster);
    EncodedEvent encoded =
        codec.encodeStructured(GnomonEvent.of(cluster, id, EventData.NONE, null, data));
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
    concerned.add(notification.cluster());
    notifications.add(notification);
  }

  @Override
  public void reject(long offset, RejectReason reason, String detail) {
    if (offset < published) {
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
    outgoing.add(new Entry(cluster, record));
    bytes += record.bytes();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
