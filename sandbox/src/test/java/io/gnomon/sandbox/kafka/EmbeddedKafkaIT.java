package io.gnomon.sandbox.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class EmbeddedKafkaIT {
  @Test
  void keepsCommittedTransactionsAcrossARestartAndHidesAbortedOnes() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(List.of(new NewTopic("t", 1, (short) 1)));
      try (KafkaProducer<String, String> producer = producer(kafka)) {
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("t", "k", "committed"));
        producer.commitTransaction();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("t", "k", "aborted"));
        producer.flush();
        producer.abortTransaction();
      }

      kafka.restart();

      assertThat(valuesOf(kafka, 1)).containsExactly("committed");
    }
  }

  @Test
  void portsAreNeverGivenTwice() throws Exception {
    Set<Integer> given = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      assertThat(given.add(FreePorts.next())).as("port %d of 500 is new", i).isTrue();
    }
  }

  private static KafkaProducer<String, String> producer(EmbeddedKafka kafka) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", kafka.bootstrapServers(), "transactional.id", "test"),
        new StringSerializer(),
        new StringSerializer());
  }

  private static List<String> valuesOf(EmbeddedKafka kafka, int atLeast) {
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
            new StringDeserializer(),
            new StringDeserializer())) {
      TopicPartition partition = new TopicPartition("t", 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end || values.size() < atLeast) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
      }
    }
    return values;
  }
}
