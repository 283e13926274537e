package io.gnomon.topics;

import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.codec.EventCodec;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Decodes the records of a {@link BoundedConsumer} as events. Not thread-safe. */
public final class EventDecoder {
  private final EventCodec codec;

  /** A decoder with the settings of {@code codec}. */
  public EventDecoder(EventCodec codec) {
    this.codec = codec;
  }

  /**
   * Decodes a record in structured or binary mode.
   *
   * @throws InvalidEventException if it is no event, or too large for one
   */
  public GnomonEvent decode(ConsumerRecord<String, byte[]> record) {
    if (record instanceof OversizedRecord oversized) {
      throw oversized.problem();
    }
    return codec.decode(record.value(), new RecordHeaders(record));
  }
}
