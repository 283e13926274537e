package io.gnomon.controller.kafka.output;

import io.gnomon.events.RejectHeaders;
import io.gnomon.events.RejectReason;
import io.gnomon.events.Topic;
import io.gnomon.topics.LargeValue;
import io.gnomon.topics.OversizedRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Copies of rejected records. A value of more than {@link LargeValue#MAX_WHOLE_BYTES} is replaced
 * by its size, its hash and its first kilobyte; {@link #shortened} does the same with a smaller
 * one.
 */
final class RejectedRecord {
  private static final int MAX_DETAIL = 1_000;
  private static final int MAX_SHORT_HEADERS = 4 << 10;
  private static final int MAX_SHORT_KEY = 256;
  private static final Set<String> OWN =
      Set.of(
          RejectHeaders.REASON,
          RejectHeaders.DETAIL,
          RejectHeaders.OFFSET,
          RejectHeaders.SIZE,
          RejectHeaders.SHA256);

  private RejectedRecord() {}

  static OutgoingRecord of(
      ConsumerRecord<String, byte[]> record, long offset, RejectReason reason, String detail) {
    Map<String, byte[]> headers = new HashMap<>();
    for (Header header : record.headers()) {
      if (header.value() != null) { // a header without a value cannot be copied
        headers.put(header.key(), header.value());
      }
    }
    headers.keySet().removeAll(OWN);
    headers.put(RejectHeaders.REASON, bytes(reason.name()));
    headers.put(RejectHeaders.DETAIL, bytes(shortened(detail)));
    headers.put(RejectHeaders.OFFSET, bytes(Long.toString(offset)));
    byte[] value = record.value() == null ? new byte[0] : record.value();
    if (record instanceof OversizedRecord oversized) {
      value = oversized.start();
      headers.put(RejectHeaders.SIZE, bytes(Integer.toString(oversized.valueBytes())));
      headers.put(RejectHeaders.SHA256, bytes(oversized.sha256()));
    } else if (value.length > LargeValue.MAX_WHOLE_BYTES) {
      value = excerpt(value, headers);
    }
    return new OutgoingRecord(
        Topic.REJECTED,
        OutgoingRecord.BY_KEY,
        record.key() == null ? "" : record.key(),
        value,
        headers);
  }

  /**
   * Returns a copy that fits into any topic, without the record's own headers if these are large.
   */
  static OutgoingRecord shortened(OutgoingRecord rejected) {
    Map<String, byte[]> headers = new HashMap<>(rejected.headers());
    if (size(headers) > MAX_SHORT_HEADERS) {
      headers.keySet().retainAll(OWN);
    }
    byte[] value = Objects.requireNonNull(rejected.value());
    if (!headers.containsKey(RejectHeaders.SIZE)) {
      value = excerpt(value, headers);
    }
    String key = rejected.key();
    return new OutgoingRecord(
        rejected.topic(),
        rejected.partition(),
        key.substring(0, Math.min(key.length(), MAX_SHORT_KEY)),
        value,
        headers);
  }

  private static byte[] excerpt(byte[] value, Map<String, byte[]> headers) {
    headers.put(RejectHeaders.SIZE, bytes(Integer.toString(value.length)));
    headers.put(RejectHeaders.SHA256, bytes(LargeValue.sha256(ByteBuffer.wrap(value))));
    return Arrays.copyOf(value, Math.min(value.length, LargeValue.BYTES));
  }

  private static int size(Map<String, byte[]> headers) {
    return headers.entrySet().stream()
        .mapToInt(
            one -> one.getKey().length() + (one.getValue() == null ? 0 : one.getValue().length))
        .sum();
  }

  private static String shortened(String detail) {
    return detail.length() <= MAX_DETAIL ? detail : detail.substring(0, MAX_DETAIL) + "…";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
