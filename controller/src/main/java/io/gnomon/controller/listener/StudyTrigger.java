package io.gnomon.controller.listener;

import io.gnomon.controller.kafka.input.RecordHeaders;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The record that led to a study.
 *
 * @param partition it came from
 * @param offset in the partition
 * @param traceparent the trace that it is part of, in the form of W3C Trace Context, or null
 */
public record StudyTrigger(int partition, long offset, @Nullable String traceparent) {
  /** The header in which a record says which trace it is part of. */
  public static final String TRACEPARENT = "traceparent";

  private static final String IN_BINARY_MODE = "ce_traceparent";

  /** The trigger that a record is. */
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
