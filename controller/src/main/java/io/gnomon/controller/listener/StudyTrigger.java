package io.gnomon.controller.listener;

import io.gnomon.topics.RecordHeaders;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The record that started a study.
 *
 * @param partition the partition of the record
 * @param offset the offset in the partition
 * @param traceparent the trace of the record, as in W3C Trace Context, or null
 */
public record StudyTrigger(int partition, long offset, @Nullable String traceparent) {
  /** The header with the trace of a record. */
  public static final String TRACEPARENT = "traceparent";

  private static final String IN_BINARY_MODE = "ce_traceparent";

  /** Creates the trigger from a record. */
  public static StudyTrigger of(ConsumerRecord<String, byte[]> record) {
    RecordHeaders headers = new RecordHeaders(record);
    String traceparent =
        Stream.of(TRACEPARENT, IN_BINARY_MODE)
            .map(headers::value)
            .flatMap(Stream::ofNullable)
            .map(value -> new String(value, StandardCharsets.US_ASCII))
            .findFirst()
            .orElse(null);
    return new StudyTrigger(record.partition(), record.offset(), traceparent);
  }
}
