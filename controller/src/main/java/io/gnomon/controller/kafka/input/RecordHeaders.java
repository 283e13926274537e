package io.gnomon.controller.kafka.input;

import io.gnomon.events.codec.HeaderLookup;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a record, by name; of several with one name the last.
 *
 * @param record that has them
 */
public record RecordHeaders(ConsumerRecord<String, byte[]> record) implements HeaderLookup {
  @Override
  public byte @Nullable [] value(String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : header.value();
  }
}
