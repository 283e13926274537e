package io.gnomon.controller.kafka.input;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * A bound on the bytes that one poll of a consumer reads, after decompression: {@value #MAX_BYTES},
 * or a single record if it is larger.
 *
 * <p>A batch of kilobytes can hold gigabytes of records. The Kafka client decompresses it record by
 * record, and when a deserializer fails, the poll returns the records that precede and the next
 * poll deserializes the record again. So the value that exceeds the budget fails, unless it is the
 * first one of its poll. Records without a value are bounded only by {@code max.poll.records}. Used
 * by one consumer on its thread.
 */
public final class PollBudget {
  /** The bytes of values and headers that one poll reads. */
  public static final int MAX_BYTES = 4 << 20;

  private long used;
  private boolean begun;

  /** Polls with the full budget; {@code consumer} must use the deserializer of this budget. */
  public <K, V> ConsumerRecords<K, V> poll(KafkaConsumer<K, V> consumer, Duration timeout) {
    used = 0;
    begun = false;
    return consumer.poll(timeout);
  }

  /** A deserializer that returns what {@code values} returns, within the budget. */
  public <V> Deserializer<V> limit(Deserializer<V> values) {
    return new Limited<>(values);
  }

  private void take(long bytes) {
    if (begun && used + bytes > MAX_BYTES) {
      throw new SerializationException("left for the next poll");
    }
    begun = true;
    used += bytes;
  }

  private final class Limited<V> implements Deserializer<V> {
    private final Deserializer<V> values;

    Limited(Deserializer<V> values) {
      this.values = values;
    }

    @Override
    public V deserialize(String topic, byte[] value) {
      take(value.length);
      return values.deserialize(topic, value);
    }

    @Override
    public V deserialize(String topic, Headers headers, ByteBuffer value) {
      take((long) value.remaining() + HeaderBytes.of(headers));
      return values.deserialize(topic, headers, value);
    }
  }
}
