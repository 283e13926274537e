package io.gnomon.controller.kafka.output;

import io.gnomon.controller.kafka.input.PollBudget;
import io.gnomon.events.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the newest committed checkpoint of every key of one partition. Blocks; not for loops. */
public final class CheckpointReader {
  private static final Duration POLL = Duration.ofMillis(200);

  private CheckpointReader() {}

  public static Map<String, byte[]> read(
      Map<String, String> kafka, TopicNames topics, int partition) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("isolation.level", "read_committed");
    properties.put("enable.auto.commit", "false");
    properties.remove("group.id");
    TopicPartition source = new TopicPartition(topics.of(Topic.CHECKPOINTS), partition);
    Map<String, byte[]> newest = new HashMap<>();
    PollBudget budget = new PollBudget();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            properties, new StringDeserializer(), budget.limit(new ByteArrayDeserializer()))) {
      consumer.assign(List.of(source));
      consumer.seekToBeginning(List.of(source));
      // initTransactions has settled the predecessor's transaction: the end is a committed one
      long end = consumer.endOffsets(List.of(source)).getOrDefault(source, 0L);
      while (consumer.position(source) < end) {
        for (ConsumerRecord<String, byte[]> record : budget.poll(consumer, POLL)) {
          if (record.value() == null) {
            newest.remove(record.key());
          } else {
            newest.put(record.key(), record.value());
          }
        }
      }
    }
    return newest;
  }
}
