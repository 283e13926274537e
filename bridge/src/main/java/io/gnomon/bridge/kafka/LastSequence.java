package io.gnomon.bridge.kafka;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.topics.BoundedConsumer;
import io.gnomon.topics.EventDecoder;
import io.gnomon.topics.OversizedRecord;
import io.gnomon.topics.ValueLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the sequence number of a cluster's last event by reading the topic backwards, so that a new
 * bridge continues the numbering: where the longest run of numbers in the latest part of the topic
 * ends, because others may have written events with any numbers.
 */
final class LastSequence {
  private static final int WINDOW = 1000;
  private static final Duration POLL = Duration.ofMillis(100);

  private final String cluster;
  private final BoundedConsumer consumer;
  private final EventCodec codec = new EventCodec();
  private final EventDecoder decoder = new EventDecoder(codec);

  private LastSequence(String cluster, BoundedConsumer consumer) {
    this.cluster = cluster;
    this.consumer = consumer;
  }

  /**
   * Returns the number, or 0 if the topic has no event of the cluster. For an active cluster this
   * reads a few thousand records; for a new one it reads the whole topic, but decodes nothing.
   */
  static long find(Map<String, String> kafka, String prefix, String cluster) {
    // other users of the topic can leave transactions open
    Map<String, String> reading = Map.of("isolation.level", "read_uncommitted");
    try (BoundedConsumer consumer =
        BoundedConsumer.of(kafka, reading, ValueLimit.small(), cluster::equals)) {
      return new LastSequence(cluster, consumer).search(Topic.EVENTS.named(prefix));
    }
  }

  private long search(String topic) {
    List<TopicPartition> open = new ArrayList<>(consumer.partitions(topic));
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(open);
    Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(open));
    for (long window = WINDOW; !open.isEmpty(); window *= 4) {
      NumberRuns runs = new NumberRuns();
      for (TopicPartition partition : List.copyOf(open)) {
        long end = ends.getOrDefault(partition, 0L);
        long from = Math.max(begins.getOrDefault(partition, 0L), end - window);
        if (from >= end) {
          open.remove(partition);
          continue;
        }
        addWithin(partition, from, end, runs);
        ends.put(partition, from);
      }
      if (runs.last() > 0) {
        return runs.last();
      }
    }
    return 0;
  }

  private void addWithin(TopicPartition partition, long from, long end, NumberRuns runs) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, from);
    while (consumer.position(partition) < end) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < end && cluster.equals(record.key())) {
          runs.add(sequenceOf(record));
        }
      }
    }
  }

  private long sequenceOf(ConsumerRecord<String, byte[]> record) {
    try {
      return record instanceof OversizedRecord snapshot
          ? codec.sequenceOf(snapshot.start())
          : decoder.decode(record).envelope().sequence();
    } catch (InvalidEventException notOfABridge) {
      return EventData.NONE;
    }
  }
}
