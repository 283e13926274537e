package io.gnomon.controller.kafka.output;

import io.gnomon.events.Topic;
import java.util.Map;

/**
 * One record to be written in a transaction.
 *
 * @param topic which topic, by role
 * @param partition which partition, or -1 for the one of the key
 * @param key the cluster's id, or what names the record among checkpoints
 * @param value the record's bytes
 * @param headers the record's headers
 */
@SuppressWarnings("ArrayRecordComponent") // bytes go to Kafka as they are; nobody compares them
public record OutgoingRecord(
    Topic topic, int partition, String key, byte[] value, Map<String, byte[]> headers) {
  static final int BY_KEY = -1;
}
