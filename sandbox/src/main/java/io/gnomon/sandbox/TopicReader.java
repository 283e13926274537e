package io.gnomon.sandbox;

import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What a run has left on the topics. */
public final class TopicReader {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private TopicReader() {}

  /**
   * All committed records of a topic's only partition, in order. Transactions that are under way
   * are waited for, in all for two minutes.
   *
   * @throws IllegalStateException where that is not enough
   */
  public static List<GnomonEvent> everything(String bootstrapServers, Topic topic) {
    EventCodec codec = new EventCodec();
    return records(bootstrapServers, topic.named()).stream()
        .map(record -> codec.decode(record.value()))
        .toList();
  }

  /** The same as they were written, of a topic by its name. */
  public static List<ConsumerRecord<String, byte[]>> records(
      String bootstrapServers, String topic) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    TopicPartition partition = new TopicPartition(topic, 0);
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = end(bootstrapServers, partition);
      long began = System.nanoTime();
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
        if (System.nanoTime() - began > PATIENCE.toNanos()) {
          throw new IllegalStateException(
              "%s has been read to %d of %d in %s; is a transaction open?"
                  .formatted(partition, consumer.position(partition), end, PATIENCE));
        }
      }
    }
    return records;
  }

  /** Behind the last record, whether or not its transaction has ended. */
  private static long end(String bootstrapServers, TopicPartition partition) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_uncommitted"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }
  }
}
