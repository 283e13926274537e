package io.gnomon.controller.kafka.output;

import io.gnomon.events.Topic;
import io.gnomon.topics.BoundedConsumer;
import io.gnomon.topics.OversizedRecord;
import io.gnomon.topics.ValueLimit;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the newest committed checkpoint of every key of one partition. Blocks; not for loops. */
public final class CheckpointReader {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointReader.class);
  private static final Duration POLL = Duration.ofMillis(200);

  private CheckpointReader() {}

  /** Adds the records of a partition to {@code newest}; no owner writes records of over 1 MiB. */
  public static void read(
      Map<String, String> kafka, TopicNames topics, int partition, NewestRecords newest) {
    Map<String, String> users = new HashMap<>(kafka);
    users.remove("group.id");
    TopicPartition source = new TopicPartition(topics.of(Topic.CHECKPOINTS), partition);
    long oversized = 0;
    try (BoundedConsumer consumer =
        BoundedConsumer.of(
            users, Map.of("isolation.level", "read_committed"), ValueLimit.small())) {
      consumer.assign(List.of(source));
      consumer.seekToBeginning(List.of(source));
      // initTransactions has settled the predecessor's transaction: the end is a committed one
      long end = consumer.endOffsets(List.of(source)).getOrDefault(source, 0L);
      while (consumer.position(source) < end) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          if (record instanceof OversizedRecord) {
            oversized++;
          } else if (record.key() != null && record.value() == null) {
            newest.remove(record.key());
          } else if (record.key() != null) {
            newest.put(record.key(), record.value());
          }
        }
      }
    }
    if (oversized + newest.dropped() > 0) {
      LOG.error(
          "{}: {} records are larger than any checkpoint, and {} more did not fit into a quarter of"
              + " the heap; clusters whose checkpoints are missing are asked for a snapshot at their"
              + " next event. Check who can write to the topic, or raise the heap",
          source,
          oversized,
          newest.dropped());
    }
  }
}
