package io.gnomon.controller.kafka.input;

import io.gnomon.events.codec.HeaderLookup;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a record by name; if a name occurs several times, the last one.
 *
 * @param record the record
 */
public record RecordHeaders(ConsumerRecord<String, byte[]> record) implements HeaderLookup {
  @Override
  public byte @Nullable [] value(String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : header.value();
  }
}
