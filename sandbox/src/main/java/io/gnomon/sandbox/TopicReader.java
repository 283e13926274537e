package io.gnomon.sandbox;

import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.topics.BoundedConsumer;
import io.gnomon.topics.ValueLimit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads all committed records of a topic. */
public final class TopicReader {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private static final Pattern TOPIC_IN_ID =
      Pattern.compile("(-[cdops][0-9]+(?:-[0-9]+)?)\\.[A-Za-z0-9_-]{8}(?=[\" ])");

  private TopicReader() {}

  /**
   * All committed events of a topic's only partition, in order. Waits up to two minutes for open
   * transactions.
   *
   * @throws IllegalStateException if transactions are still open then
   */
  public static List<GnomonEvent> everything(String bootstrapServers, Topic topic) {
    return everything(Map.of("bootstrap.servers", bootstrapServers), topic);
  }

  /** The same from a broker with other client properties. */
  static List<GnomonEvent> everything(Map<String, String> kafka, Topic topic) {
    EventCodec codec = new EventCodec();
    return records(kafka, topic.named(), 0, record -> true).stream()
        .map(record -> codec.decode(record.value()))
        .toList();
  }

  /**
   * Decodes an event without the short form of the topic's id in the ids of decisions, commands and
   * proposals, so that runs on different brokers can be compared.
   */
  public static GnomonEvent comparable(ConsumerRecord<String, byte[]> record) {
    String json = new String(record.value(), StandardCharsets.UTF_8);
    return new EventCodec()
        .decode(TOPIC_IN_ID.matcher(json).replaceAll("$1").getBytes(StandardCharsets.UTF_8));
  }

  /** All committed records of a topic's only partition, undecoded, like {@link #everything}. */
  public static List<ConsumerRecord<String, byte[]>> records(
      String bootstrapServers, String topic) {
    return records(bootstrapServers, topic, 0);
  }

  /** All committed records of one partition, undecoded, like {@link #everything}. */
  public static List<ConsumerRecord<String, byte[]>> records(
      String bootstrapServers, String topic, int number) {
    return records(Map.of("bootstrap.servers", bootstrapServers), topic, number, record -> true);
  }

  /** The same of a topic's only partition, without records that {@code kept} does not accept. */
  public static List<ConsumerRecord<String, byte[]>> records(
      String bootstrapServers, String topic, Predicate<ConsumerRecord<String, byte[]>> kept) {
    return records(Map.of("bootstrap.servers", bootstrapServers), topic, 0, kept);
  }

  /**
   * All committed records of one partition that {@code kept} accepts, undecoded, from a broker with
   * other client properties, like {@link #everything}.
   */
  public static List<ConsumerRecord<String, byte[]>> records(
      Map<String, String> kafka,
      String topic,
      int number,
      Predicate<ConsumerRecord<String, byte[]>> kept) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    TopicPartition partition = new TopicPartition(topic, number);
    try (BoundedConsumer consumer = consumer(kafka, "read_committed")) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = end(kafka, partition);
      long began = System.nanoTime();
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          if (kept.test(record)) {
            records.add(record);
          }
        }
        if (System.nanoTime() - began > TIMEOUT.toNanos()) {
          throw new IllegalStateException(
              "read %s to offset %d of %d within %s; maybe a transaction is open?"
                  .formatted(partition, consumer.position(partition), end, TIMEOUT));
        }
      }
    }
    return records;
  }

  /** The end offset, including records of open transactions. */
  private static long end(Map<String, String> kafka, TopicPartition partition) {
    try (BoundedConsumer consumer = consumer(kafka, "read_uncommitted")) {
      return consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }
  }

  private static BoundedConsumer consumer(Map<String, String> kafka, String isolation) {
    return BoundedConsumer.of(
        kafka,
        Map.of("isolation.level", isolation, "auto.offset.reset", "earliest"),
        ValueLimit.events());
  }
}
