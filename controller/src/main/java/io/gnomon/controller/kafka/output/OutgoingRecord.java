package io.gnomon.controller.kafka.output;

import io.gnomon.events.Topic;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record to write in a transaction.
 *
 * @param topic the role of the topic
 * @param partition the partition, or -1 for the partition of the key
 * @param key the cluster's id, or the key of a checkpoint
 * @param value the record's bytes, or null to delete the key from a compacted topic
 * @param headers the record's headers
 */
@SuppressWarnings("ArrayRecordComponent") // bytes go to Kafka unchanged and are never compared
public record OutgoingRecord(
    Topic topic, int partition, String key, byte @Nullable [] value, Map<String, byte[]> headers) {
  static final int BY_KEY = -1;
  private static final int OVERHEAD = 100;

  /** About the bytes that the record takes in memory and in a request. */
  long bytes() {
    long bytes = OVERHEAD + key.length() + (value == null ? 0 : value.length);
    for (Map.Entry<String, byte[]> header : headers.entrySet()) {
      bytes +=
          header.getKey().length() + (header.getValue() == null ? 0 : header.getValue().length);
    }
    return bytes;
  }
}
