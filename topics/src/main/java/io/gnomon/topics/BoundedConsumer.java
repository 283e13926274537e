package io.gnomon.topics;

import io.gnomon.events.codec.SizeLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The consumer that reads every topic: its memory has a bound, whatever anyone writes to the topic.
 *
 * <p>One poll returns at most {@value #POLL_BYTES} bytes of keys, headers and values after
 * decompression, or a single record. Of a value beyond its {@link ValueLimit}, and of headers
 * beyond {@value #HEADER_BYTES} bytes, it returns an {@link OversizedRecord}; of a longer key, the
 * first kilobyte. Records without key and value are bounded by {@value #POLL_RECORDS} per poll. It
 * commits no offsets by itself. Not thread-safe, apart from {@link #wakeup}.
 */
public final class BoundedConsumer extends KafkaConsumer<String, byte[]> {
  /** The maximum of bytes that one poll returns, unless a single record is larger. */
  public static final int POLL_BYTES = 4 << 20;

  /** The maximum of bytes of a record's headers. */
  public static final int HEADER_BYTES = SizeLimits.HEADER_BYTES;

  private static final int POLL_RECORDS = 200;
  private static final int RECORD_BYTES = 200; // of a record beside its key and value

  /**
   * The compressed bytes of a fetch, at most, of one partition and of all; a batch may exceed them.
   */
  private static final Map<String, Integer> MOST =
      Map.of(
          "max.partition.fetch.bytes", 1 << 20,
          "fetch.max.bytes", 8 << 20,
          "max.poll.records", POLL_RECORDS);

  private final BoundedRecords records;

  private BoundedConsumer(
      Map<String, String> kafka, Map<String, String> reading, BoundedRecords records) {
    super(bounded(kafka, reading), records.keys(), records.values());
    this.records = records;
  }

  /**
   * A consumer of all records.
   *
   * @param kafka the user's properties; those that would lift a bound have no effect
   * @param reading the properties of this reader, which replace the user's
   */
  public static BoundedConsumer of(
      Map<String, String> kafka, Map<String, String> reading, ValueLimit limit) {
    return of(kafka, reading, limit, key -> true);
  }

  /**
   * A consumer of the records without a key and of those whose key is wanted; values of others are
   * not kept.
   *
   * @param wanted tests the first kilobyte of a key
   */
  public static BoundedConsumer of(
      Map<String, String> kafka,
      Map<String, String> reading,
      ValueLimit limit,
      Predicate<String> wanted) {
    return new BoundedConsumer(kafka, reading, new BoundedRecords(wanted, limit));
  }

  static Map<String, Object> bounded(Map<String, String> kafka, Map<String, String> reading) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.putAll(reading);
    properties.put("enable.auto.commit", "false");
    MOST.forEach(
        (name, most) ->
            properties.merge(name, most.toString(), (users, own) -> atMost((String) users, most)));
    return properties;
  }

  /**
   * Returns a number as it is if it is smaller, or invalid, so that the client says what is wrong.
   */
  private static String atMost(String number, int most) {
    try {
      return Long.parseLong(number.trim()) > most ? Integer.toString(most) : number;
    } catch (NumberFormatException invalid) {
      return number;
    }
  }

  @Override
  public ConsumerRecords<String, byte[]> poll(Duration timeout) {
    records.begin();
    return records.limited(super.poll(timeout));
  }

  /** Returns about how much memory a record takes. */
  public static long bytes(ConsumerRecord<String, byte[]> record) {
    byte[] value = record.value();
    return RECORD_BYTES
        + Math.min(Math.max(0, record.serializedKeySize()), LargeValue.BYTES)
        + (record instanceof OversizedRecord ? LargeValue.BYTES : value == null ? 0 : value.length)
        + HeaderBytes.of(record.headers());
  }

  /** The partitions of an existing topic; none if there is no such topic. */
  public List<TopicPartition> partitions(String topic) {
    return partitionsFor(topic).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }
}
