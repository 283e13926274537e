package io.gnomon.topics;

import io.gnomon.events.InvalidEventException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Deserializes the records of one consumer within bounds, on the consumer's thread.
 *
 * <p>A batch of kilobytes can hold gigabytes of records. The Kafka client decompresses it record by
 * record, and when a deserializer fails, the poll returns the records that precede, and the next
 * poll deserializes the record again. So the record that exceeds the budget of a poll fails, unless
 * it is the first one of the poll.
 */
final class BoundedRecords {
  private static final byte[] NOTHING = {};

  /** What is kept of a record that is too large; nothing if it is not wanted. */
  private record Cut(byte[] start, String sha256, @Nullable InvalidEventException problem) {
    static final Cut UNWANTED = new Cut(NOTHING, "", null);
  }

  private final Predicate<String> wanted;
  private final ValueLimit limit;
  private final Map<Headers, Cut> cuts = new IdentityHashMap<>(); // of records not handed out yet
  private int seen; // of the records of this poll; those without key and value are not
  private boolean anyCut;
  private long used;
  private @Nullable Headers first; // of this poll
  private @Nullable Headers current;

  BoundedRecords(Predicate<String> wanted, ValueLimit limit) {
    this.wanted = wanted;
    this.limit = limit;
  }

  /** Begins a poll with the full budget. */
  void begin() {
    seen = 0;
    anyCut = false;
    used = 0;
    first = null;
    current = null;
    cuts.clear();
  }

  Deserializer<String> keys() {
    return new Deserializer<>() {
      @Override
      public String deserialize(String topic, byte[] key) {
        return new String(key, 0, Math.min(key.length, LargeValue.BYTES), StandardCharsets.UTF_8);
      }

      @Override
      public String deserialize(String topic, Headers headers, ByteBuffer data) {
        take(headers, data.remaining());
        byte[] start = start(data);
        String key = deserialize(topic, start);
        if (!wanted.test(key)) {
          cut(headers, Cut.UNWANTED);
        }
        return key;
      }
    };
  }

  Deserializer<byte[]> values() {
    return new Deserializer<>() {
      @Override
      public byte[] deserialize(String topic, byte[] value) {
        return value;
      }

      @Override
      public byte[] deserialize(String topic, Headers headers, ByteBuffer data) {
        take(headers, data.remaining());
        if (cuts.containsKey(headers)) {
          return NOTHING;
        }
        InvalidEventException problem = limit.problem(data, headers);
        if (problem == null) {
          return bytes(data);
        }
        cut(headers, new Cut(start(data), LargeValue.sha256(data.duplicate()), problem));
        return NOTHING;
      }
    };
  }

  private void cut(Headers headers, Cut kept) {
    cuts.put(headers, kept);
    anyCut = true;
  }

  /** Counts the bytes of a key or a value, and with the first of them those of the headers. */
  private void take(Headers headers, long bytes) {
    long ofHeaders = headers == current ? 0 : HeaderBytes.of(headers);
    if (first == null) {
      first = headers;
    } else if (first != headers && used + ofHeaders + bytes > BoundedConsumer.POLL_BYTES) {
      cuts.remove(headers);
      throw new SerializationException("left for the next poll");
    }
    if (headers != current) {
      current = headers;
      seen++;
      anyCut |= ofHeaders > BoundedConsumer.HEADER_BYTES;
    }
    used += ofHeaders + bytes;
  }

  /**
   * Returns the records of a poll without those that are not wanted, and what is kept of those that
   * are too large.
   */
  ConsumerRecords<String, byte[]> limited(ConsumerRecords<String, byte[]> polled) {
    if (!anyCut && seen == polled.count()) {
      return polled;
    }
    Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> records = new LinkedHashMap<>();
    for (TopicPartition partition : polled.partitions()) {
      List<ConsumerRecord<String, byte[]>> its = new ArrayList<>();
      for (ConsumerRecord<String, byte[]> record : polled.records(partition)) {
        Cut cut = cuts.isEmpty() ? null : cuts.get(record.headers());
        if (cut != Cut.UNWANTED) {
          its.add(limited(record, cut));
        }
      }
      if (!its.isEmpty()) {
        records.put(partition, its);
      }
    }
    cuts.clear();
    return new ConsumerRecords<>(records, polled.nextOffsets());
  }

  private static ConsumerRecord<String, byte[]> limited(
      ConsumerRecord<String, byte[]> record, @Nullable Cut cut) {
    long headers = HeaderBytes.of(record.headers());
    if (headers > BoundedConsumer.HEADER_BYTES) {
      byte[] value = record.value() == null ? NOTHING : record.value();
      return new OversizedRecord(
          record,
          cut == null ? start(ByteBuffer.wrap(value)) : cut.start(),
          cut == null ? LargeValue.sha256(ByteBuffer.wrap(value)) : cut.sha256(),
          false,
          ValueLimit.tooLarge(headers + " bytes of headers", BoundedConsumer.HEADER_BYTES));
    }
    return cut == null || cut.problem() == null
        ? record
        : new OversizedRecord(record, cut.start(), cut.sha256(), true, cut.problem());
  }

  static byte[] bytes(ByteBuffer data) {
    byte[] bytes = new byte[data.remaining()];
    data.duplicate().get(bytes);
    return bytes;
  }

  private static byte[] start(ByteBuffer data) {
    byte[] start = new byte[Math.min(data.remaining(), LargeValue.BYTES)];
    data.duplicate().get(start);
    return start;
  }
}
