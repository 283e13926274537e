package io.gnomon.controller.kafka.input;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.HeaderLookup;
import io.gnomon.events.codec.SizeLimits;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Deserializes the values of events. Of a value that is larger than {@link Excerpt#MAX_WHOLE_BYTES}
 * and too large for its type, it keeps the size, the hash and the first kilobyte; {@link #limited}
 * attaches them to the record. Used by one consumer on its thread.
 */
final class EventValues implements Deserializer<byte[]> {
  /** The bytes of the headers of a record. */
  static final int MAX_HEADER_BYTES = 64 << 10;

  private record Cut(String sha256, InvalidEventException problem) {}

  private final EventCodec codec = new EventCodec();
  private final Map<byte[], Cut> cuts = new IdentityHashMap<>(); // of records not handed out yet

  @Override
  public byte[] deserialize(String topic, byte[] value) {
    return value;
  }

  @Override
  public byte[] deserialize(String topic, Headers headers, ByteBuffer data) {
    if (data.remaining() <= Excerpt.MAX_WHOLE_BYTES) {
      return bytes(data);
    }
    InvalidEventException problem;
    if (data.remaining() > SizeLimits.DEFAULT.snapshotBytes()) {
      problem = tooLarge(data.remaining() + " bytes", SizeLimits.DEFAULT.snapshotBytes());
    } else {
      byte[] whole = bytes(data);
      problem = problem(whole, new RecordHeaders(headers));
      if (problem == null) {
        return whole;
      }
    }
    byte[] start = new byte[Excerpt.BYTES];
    data.duplicate().get(start);
    cuts.put(start, new Cut(Excerpt.sha256(data.duplicate()), problem));
    return start;
  }

  private @Nullable InvalidEventException problem(byte[] value, HeaderLookup headers) {
    try {
      codec.checkSize(value, headers);
      return null;
    } catch (InvalidEventException tooLarge) {
      return tooLarge;
    }
  }

  private static InvalidEventException tooLarge(String found, int limit) {
    return new InvalidEventException(
        InvalidEventException.Reason.TOO_LARGE, "", found, "at most " + limit + " bytes");
  }

  /** Returns the record, or what is kept of it if its value or its headers are too large. */
  ConsumerRecord<String, byte[]> limited(ConsumerRecord<String, byte[]> record) {
    byte[] value = record.value();
    Cut cut = value == null ? null : cuts.remove(value);
    long headers = HeaderBytes.of(record.headers());
    if (headers > MAX_HEADER_BYTES) {
      byte[] whole = value == null ? new byte[0] : value;
      return new OversizedRecord(
          record,
          Arrays.copyOf(whole, Math.min(whole.length, Excerpt.BYTES)),
          cut == null ? Excerpt.sha256(ByteBuffer.wrap(whole)) : cut.sha256(),
          false,
          tooLarge(headers + " bytes of headers", MAX_HEADER_BYTES));
    }
    return cut == null || value == null
        ? record
        : new OversizedRecord(record, value, cut.sha256(), true, cut.problem());
  }

  private static byte[] bytes(ByteBuffer data) {
    byte[] bytes = new byte[data.remaining()];
    data.duplicate().get(bytes);
    return bytes;
  }
}
