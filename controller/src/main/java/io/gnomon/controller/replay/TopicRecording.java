package io.gnomon.controller.replay;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.checkpoint.CheckpointParts;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.EventIds;
import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.topics.BoundedConsumer;
import io.gnomon.topics.EventDecoder;
import io.gnomon.topics.ValueLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A recording on the topics, as far as they retain it. It only reads and joins no consumer group.
 * Not thread-safe. Calls block, and fail if the broker sends nothing for {@code
 * default.api.timeout.ms} (default: 15 s).
 */
public final class TopicRecording implements Recording {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final String TIMEOUT = "default.api.timeout.ms";

  private final Map<String, String> properties;
  private final TopicNames topics;
  private final EventDecoder decoder = new EventDecoder(EventCodec.jobByJob());
  private final EventDecoder signed;

  /**
   * Creates a recording.
   *
   * @param kafka the properties of the clients
   * @param eventKeys the keys that events must be signed with, or null if they need no signature
   */
  public TopicRecording(
      Map<String, String> kafka, TopicNames topics, @Nullable SigningKeys eventKeys) {
    this.topics = topics;
    signed = new EventDecoder(EventCodec.jobByJob(), eventKeys);
    properties = new HashMap<>(kafka);
    properties.putIfAbsent(TIMEOUT, "15000");
    properties.remove("group.id");
  }

  @Override
  public Audit audit(String cluster) throws IOException {
    Audit audit = new Audit(cluster, topics.of(Topic.DECISIONS));
    for (TopicPartition partition : partitions(Topic.DECISIONS)) {
      read(
          partition,
          0,
          Long.MAX_VALUE,
          ValueLimit.small(),
          cluster::equals,
          record -> {
            GnomonEvent event = decoded(decoder, record);
            if (event != null) {
              audit.add(event);
            }
          });
    }
    return audit;
  }

  @Override
  public CheckpointFormat.@Nullable Restored before(DecisionId decision, ControlSettings settings)
      throws IOException {
    byte[][] newest = {null};
    Set<String> keys = Set.copyOf(CheckpointParts.keys(decision.cluster()));
    for (TopicPartition partition : partitions(Topic.CHECKPOINTS)) {
      Map<String, byte[]> records = new HashMap<>();
      read(
          partition,
          0,
          Long.MAX_VALUE,
          ValueLimit.small(),
          keys::contains,
          record -> {
            if (record.key() == null || record.value() == null) {
              return;
            }
            records.put(record.key(), record.value());
            if (decision.cluster().equals(record.key())) {
              byte[] whole = CheckpointParts.join(decision.cluster(), records);
              newest[0] = whole == null ? newest[0] : newer(newest[0], whole, decision);
            }
          });
    }
    return newest[0] == null ? null : CheckpointFormat.read(newest[0], settings);
  }

  private static byte @Nullable [] newer(
      byte @Nullable [] newest, byte[] checkpoint, DecisionId decision) {
    if (!CheckpointFormat.readable(checkpoint)
        || !EventIds.shortForm(CheckpointFormat.topicId(checkpoint)).equals(decision.topic())) {
      return newest;
    }
    long next = CheckpointFormat.nextOffset(checkpoint);
    boolean newer =
        next <= decision.offset()
            && (newest == null || next >= CheckpointFormat.nextOffset(newest));
    return newer ? checkpoint : newest;
  }

  @Override
  public void events(String cluster, long from, long to, Events events) throws IOException {
    TopicPartition partition = partitionOf(cluster, to);
    read(
        partition,
        from,
        to,
        ValueLimit.events(),
        key -> true,
        record -> {
          GnomonEvent event = decoded(signed, record);
          if (event != null && event.cluster().equals(cluster)) {
            events.take(record.offset(), record.timestamp(), event);
          }
        });
  }

  /** Returns the partition where the record at this offset is an event of the cluster. */
  private TopicPartition partitionOf(String cluster, long offset) throws IOException {
    for (TopicPartition partition : partitions(Topic.EVENTS)) {
      boolean[] found = {false};
      read(
          partition,
          offset,
          offset,
          ValueLimit.events(),
          key -> true,
          record -> {
            GnomonEvent event = decoded(signed, record);
            found[0] |= event != null && event.cluster().equals(cluster);
          });
      if (found[0]) {
        return partition;
      }
    }
    throw new IOException(
        "no event of '"
            + cluster
            + "' at offset "
            + offset
            + " of "
            + topics.of(Topic.EVENTS)
            + "; the topic may have deleted it, see its retention");
  }

  private List<TopicPartition> partitions(Topic topic) throws IOException {
    String name = topics.of(topic);
    List<TopicPartition> partitions;
    try (BoundedConsumer consumer = consumer(ValueLimit.small(), key -> true)) {
      partitions = consumer.partitions(name);
    } catch (TimeoutException e) {
      throw unanswered(e);
    }
    if (partitions.isEmpty()) {
      throw new IOException(
          "there is no topic " + name + "; topics.prefix is '" + topics.prefix() + "'");
    }
    return partitions;
  }

  private IOException unanswered(TimeoutException e) {
    return new IOException(
        "no answer from the broker at "
            + properties.get("bootstrap.servers")
            + " within "
            + properties.get(TIMEOUT)
            + " ms; check kafka.bootstrap.servers",
        e);
  }

  private void read(
      TopicPartition partition,
      long from,
      long to,
      ValueLimit limit,
      Predicate<String> wanted,
      Consumer<ConsumerRecord<String, byte[]>> each)
      throws IOException {
    try (BoundedConsumer consumer = consumer(limit, wanted)) {
      List<TopicPartition> one = List.of(partition);
      consumer.assign(one);
      long begin = consumer.beginningOffsets(one).getOrDefault(partition, 0L);
      long end = consumer.endOffsets(one).getOrDefault(partition, 0L);
      consumer.seek(partition, Math.max(begin, from));
      // the client has checked that it is a number
      long timeout = Long.parseLong(properties.getOrDefault(TIMEOUT, "").trim());
      long position = consumer.position(partition);
      long moved = System.nanoTime();
      while (position < end && position <= to) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          if (record.offset() <= to && record.offset() < end) {
            each.accept(record);
          }
        }
        long now = System.nanoTime();
        if (consumer.position(partition) > position) {
          position = consumer.position(partition);
          moved = now;
        } else if (now - moved > TimeUnit.MILLISECONDS.toNanos(timeout)) {
          throw new IOException(
              "no records of %s for %d ms, at offset %d of %d; check that its broker is running"
                  .formatted(partition, timeout, position, end));
        }
      }
    } catch (TimeoutException e) {
      throw unanswered(e);
    }
  }

  private BoundedConsumer consumer(ValueLimit limit, Predicate<String> wanted) throws IOException {
    try {
      return BoundedConsumer.of(
          properties,
          Map.of(
              "isolation.level", "read_committed",
              "auto.offset.reset", "earliest",
              "allow.auto.create.topics", "false"),
          limit,
          wanted);
    } catch (KafkaException e) {
      // only the cause has the reason
      Throwable why = e.getCause() == null ? e : e.getCause();
      throw new IOException(
          "cannot create a client of kafka.bootstrap.servers "
              + properties.get("bootstrap.servers")
              + ": "
              + why.getMessage(),
          e);
    }
  }

  private static @Nullable GnomonEvent decoded(
      EventDecoder decoder, ConsumerRecord<String, byte[]> record) {
    try {
      return decoder.decode(record);
    } catch (InvalidEventException noEvent) {
      // the controller rejected it too
      return null;
    }
  }
}
