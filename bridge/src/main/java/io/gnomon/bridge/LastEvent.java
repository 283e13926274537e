package io.gnomon.bridge;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Finds the number of the last event that a cluster's bridge has written, by reading the topic
 * backwards, so that a new bridge counts on from there.
 */
final class LastEvent {
  private static final int WINDOW = 1000;
  private static final Duration POLL = Duration.ofMillis(100);

  private final String cluster;
  private final KafkaConsumer<String, byte[]> consumer;
  private final EventCodec codec = new EventCodec();

  private LastEvent(String cluster, KafkaConsumer<String, byte[]> consumer) {
    this.cluster = cluster;
    this.consumer = consumer;
  }

  /**
   * The number, or 0 where there is no event of the cluster. It reads a few thousand records for a
   * cluster that is alive, and the whole topic, by keys alone, for one that is new.
   */
  static long sequence(Map<String, String> kafka, String prefix, String cluster) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("enable.auto.commit", "false");
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
      return new LastEvent(cluster, consumer).find(Topic.EVENTS.named(prefix));
    }
  }

  private long find(String topic) {
    List<TopicPartition> open =
        new ArrayList<>(
            consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList());
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(open);
    Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(open));
    for (long window = WINDOW; !open.isEmpty(); window *= 4) {
      long last = 0;
      for (TopicPartition partition : List.copyOf(open)) {
        long end = ends.getOrDefault(partition, 0L);
        long from = Math.max(begins.getOrDefault(partition, 0L), end - window);
        if (from >= end) {
          open.remove(partition);
          continue;
        }
        last = Math.max(last, lastWithin(partition, from, end));
        ends.put(partition, from);
      }
      if (last > 0) {
        return last;
      }
    }
    return 0;
  }

  private long lastWithin(TopicPartition partition, long from, long end) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, from);
    long last = 0;
    while (consumer.position(partition) < end) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < end && cluster.equals(record.key())) {
          last = Math.max(last, sequenceOf(record.value()));
        }
      }
    }
    return last;
  }

  private long sequenceOf(byte[] value) {
    try {
      return codec.decode(value).envelope().sequence();
    } catch (InvalidEventException notOfABridge) {
      return EventData.NONE;
    }
  }
}
