package io.gnomon.topics;

import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.signature.SigningKeys;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Decodes the records of a {@link BoundedConsumer} as events. Not thread-safe. */
public final class EventDecoder {
  private final EventCodec codec;
  private final @Nullable SigningKeys keys;

  /** A decoder with the settings of {@code codec}, of records that need no signature. */
  public EventDecoder(EventCodec codec) {
    this(codec, null);
  }

  /**
   * A decoder with the settings of {@code codec}.
   *
   * @param keys the keys that records must be signed with, or null if they need no signature
   */
  public EventDecoder(EventCodec codec, @Nullable SigningKeys keys) {
    this.codec = codec;
    this.keys = keys;
  }

  /**
   * Decodes a record in structured or binary mode. A record that must be signed is decoded in
   * structured mode only, because a signature covers the value and no headers.
   *
   * @throws InvalidEventException if it is no event, too large for one, or not signed as it must be
   */
  public GnomonEvent decode(ConsumerRecord<String, byte[]> record) {
    if (record instanceof OversizedRecord oversized) {
      throw oversized.problem();
    }
    RecordHeaders headers = new RecordHeaders(record);
    if (keys == null) {
      return codec.decode(record.value(), headers);
    }
    byte[] signature = headers.value(SigningKeys.HEADER);
    byte[] value = record.value();
    if (value == null || !keys.verify(value, signature)) {
      throw new InvalidEventException(
          Reason.NOT_AUTHENTICATED,
          "",
          signature == null ? "no signature" : "a wrong signature",
          "the header " + SigningKeys.HEADER + " with the signature of the value by a known key");
    }
    return codec.decode(value);
  }
}
