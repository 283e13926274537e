package io.gnomon.sandbox.campaign;

import io.gnomon.events.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records of another user of the broker: compressed mebibytes, records without key and value, large
 * keys and headers, and what looks like part of a checkpoint. Not on the events topic, where the
 * offsets of later events are part of the ids of decisions; {@code HostileProducerIT} covers it.
 */
final class HostileRecords {
  private static final Logger LOG = LoggerFactory.getLogger(HostileRecords.class);
  private static final int MIB = 1 << 20;
  private static final int RECORDS = 40;
  private static final List<Topic> TOPICS =
      List.of(Topic.COMMANDS, Topic.DECISIONS, Topic.CHECKPOINTS, Topic.REJECTED);

  private HostileRecords() {}

  /** Writes to each topic; what a broker that is down does not accept is dropped. */
  static void write(String bootstrapServers, int choice) {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "compression.type", "zstd",
                "max.request.size", 8 * MIB,
                "max.block.ms", 2_000,
                "request.timeout.ms", 2_000,
                "delivery.timeout.ms", 3_000,
                "linger.ms", 5),
            new StringSerializer(),
            new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent =
          TOPICS.stream()
              .flatMap(topic -> IntStream.range(0, RECORDS).mapToObj(i -> record(topic, i, choice)))
              .map(producer::send)
              .toList();
      LOG.info("{} hostile records written or dropped", sent.size());
    } catch (KafkaException down) {
      LOG.info("no hostile records: {}", down.getMessage());
    }
  }

  private static ProducerRecord<String, byte[]> record(Topic topic, int i, int choice) {
    String stranger = "stranger" + choice + "-" + i;
    // compacted topics accept no record without a key
    String key =
        topic == Topic.CHECKPOINTS && i % 2 == 0 ? "#part-" + i + "-" + stranger : stranger;
    byte[] spaces = new byte[MIB];
    Arrays.fill(spaces, (byte) ' ');
    ProducerRecord<String, byte[]> record =
        switch (i % 5) {
          case 0 -> new ProducerRecord<>(topic.named(), key, spaces);
          case 1 -> new ProducerRecord<>(topic.named(), key, null);
          case 2 -> new ProducerRecord<>(topic.named(), key + "k".repeat(MIB), spaces);
          case 3 ->
              new ProducerRecord<>(
                  topic.named(),
                  topic == Topic.COMMANDS ? "north" : key,
                  "{\"specversion\":".getBytes(StandardCharsets.UTF_8));
          default -> new ProducerRecord<>(topic.named(), key, new byte[0]);
        };
    if (i % 7 == 0) {
      record.headers().add(new RecordHeader("h", spaces));
    }
    return record;
  }
}
