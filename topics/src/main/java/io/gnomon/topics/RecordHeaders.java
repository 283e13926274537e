package io.gnomon.topics;

import io.gnomon.events.codec.HeaderLookup;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a record by name; if a name occurs several times, the last one.
 *
 * @param headers the headers
 */
public record RecordHeaders(Headers headers) implements HeaderLookup {
  /** The headers of {@code record}. */
  public RecordHeaders(ConsumerRecord<String, byte[]> record) {
    this(record.headers());
  }

  @Override
  public byte @Nullable [] value(String name) {
    Header header = headers.lastHeader(name);
    return header == null ? null : header.value();
  }
}
