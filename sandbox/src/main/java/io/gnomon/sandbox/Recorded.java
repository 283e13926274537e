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
public final class Recorded {
  private Recorded() {}

  /** All committed records of a topic's only partition, in order. */
  public static List<GnomonEvent> everything(String bootstrapServers, Topic topic) {
    EventCodec codec = new EventCodec();
    List<GnomonEvent> events = new ArrayList<>();
    TopicPartition partition = new TopicPartition(topic.named(), 0);
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          events.add(codec.decode(record.value()));
        }
      }
    }
    return events;
  }
}
