package io.gnomon.topics;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.SizeLimits;
import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The values that a {@link BoundedConsumer} keeps whole. Used on the consumer's thread. */
@FunctionalInterface
public interface ValueLimit {
  /** Returns why a value is not kept, or null if it is; must not move the value's position. */
  @Nullable InvalidEventException problem(ByteBuffer value, Headers headers);

  /** Values that can be commands or other events that are not about a whole cluster. */
  static ValueLimit small() {
    int most = SizeLimits.DEFAULT.bytes();
    return (value, headers) ->
        value.remaining() <= most ? null : tooLarge(value.remaining() + " bytes", most);
  }

  /**
   * Values that can be events, and others of at most {@link LargeValue#MAX_WHOLE_BYTES}, which can
   * be rejected whole.
   */
  static ValueLimit events() {
    EventCodec codec = new EventCodec();
    int most = SizeLimits.DEFAULT.clusterBytes();
    return (value, headers) -> {
      if (value.remaining() <= LargeValue.MAX_WHOLE_BYTES) {
        return null;
      }
      if (value.remaining() > most) {
        return tooLarge(value.remaining() + " bytes", most);
      }
      try {
        codec.checkSize(BoundedRecords.bytes(value), new RecordHeaders(headers));
        return null;
      } catch (InvalidEventException tooLarge) {
        return tooLarge;
      }
    };
  }

  /** The problem of a record that has more than {@code most} bytes. */
  static InvalidEventException tooLarge(String found, int most) {
    return new InvalidEventException(
        InvalidEventException.Reason.TOO_LARGE, "", found, "at most " + most + " bytes");
  }
}
