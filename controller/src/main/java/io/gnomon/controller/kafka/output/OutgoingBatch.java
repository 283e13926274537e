package io.gnomon.controller.kafka.output;

import io.gnomon.controller.cluster.Outbox;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.listener.StudyTrigger;
import io.gnomon.controller.notification.Notification;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.RejectReason;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EncodedEvent;
import io.gnomon.events.codec.EventCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects what is to be published in the next transaction of a partition. Refusals that a
 * predecessor has published are not said again.
 */
public final class OutgoingBatch implements Outbox {
  private static final Logger LOG = LoggerFactory.getLogger(OutgoingBatch.class);
  private final EventCodec codec = new EventCodec();
  private static final int FULL = 2_000;

  private final int partition;
  private final OwnerListener listener;
  private final List<OutgoingRecord> outgoing = new ArrayList<>();
  private final Set<String> concerned = new LinkedHashSet<>();
  private final List<Notification> notices = new ArrayList<>();
  private @Nullable ConsumerRecord<String, byte[]> current;
  private long published;

  /** What is published carries the trace that {@code listener} tells. */
  public OutgoingBatch(int partition, OwnerListener listener) {
    this.partition = partition;
    this.listener = listener;
  }

  /** From now on it is about {@code record}. */
  public void begin(ConsumerRecord<String, byte[]> record) {
    current = record;
  }

  /** What records before {@code offset} gave rise to was published by a predecessor. */
  public void published(long offset) {
    published = offset;
  }

  public boolean isEmpty() {
    return outgoing.isEmpty() && notices.isEmpty();
  }

  /** Whether anybody waits for what was collected, as opposed to what is refused. */
  public boolean urgent() {
    return !concerned.isEmpty();
  }

  /** Whether enough was collected for one transaction. */
  public boolean full() {
    return outgoing.size() >= FULL;
  }

  /** Whether anything is to be said of a cluster. */
  public boolean concerns(String cluster) {
    return concerned.contains(cluster);
  }

  /** The clusters of which anything is to be said. */
  public Set<String> concerned() {
    return Set.copyOf(concerned);
  }

  /** All that was collected, which is forgotten here. */
  public List<OutgoingRecord> take() {
    List<OutgoingRecord> batch = List.copyOf(outgoing);
    outgoing.clear();
    concerned.clear();
    return batch;
  }

  /** What people are to be told once the rest has been published, which is forgotten here. */
  public List<Notification> takeNotices() {
    List<Notification> told = List.copyOf(notices);
    notices.clear();
    return told;
  }

  public void checkpoint(String key, byte[] state) {
    outgoing.add(new OutgoingRecord(Topic.CHECKPOINTS, partition, key, state, Map.of()));
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
    outgoing.add(
        new OutgoingRecord(
            data.type().topic(), OutgoingRecord.BY_KEY, cluster, encoded.value(), headers));
  }

  @Override
  public void tell(Notification notice) {
    // its checkpoint is written too, so that no replay tells it again
    concerned.add(notice.cluster());
    notices.add(notice);
  }

  @Override
  public void refuse(long offset, RejectReason refusal, String detail) {
    if (offset < published) {
      return;
    }
    ConsumerRecord<String, byte[]> record = Objects.requireNonNull(current);
    LOG.warn("partition {} offset {}: {}: {}", partition, offset, refusal, detail);
    Map<String, byte[]> headers = new HashMap<>();
    record.headers().forEach(header -> headers.put(header.key(), header.value()));
    headers.put(RejectHeaders.REASON, bytes(refusal.name()));
    headers.put(RejectHeaders.DETAIL, bytes(detail));
    headers.put(RejectHeaders.OFFSET, bytes(Long.toString(offset)));
    outgoing.add(
        new OutgoingRecord(
            Topic.REJECTED,
            OutgoingRecord.BY_KEY,
            record.key() == null ? "" : record.key(),
            record.value() == null ? new byte[0] : record.value(),
            headers));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
