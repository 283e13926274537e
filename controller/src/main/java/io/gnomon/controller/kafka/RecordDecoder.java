package io.gnomon.controller.kafka;

import io.gnomon.controller.fault.Faults;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.RejectReason;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.topics.EventDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decodes records, and says why one cannot be used. Not thread-safe. */
final class RecordDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(RecordDecoder.class);

  private final EventDecoder decoder;

  /**
   * A decoder.
   *
   * @param eventKeys the keys that events must be signed with, or null if they need no signature
   */
  RecordDecoder(@Nullable SigningKeys eventKeys) {
    decoder = new EventDecoder(EventCodec.jobByJob(), eventKeys);
  }

  /**
   * A record with its event.
   *
   * @param event null if it cannot be used
   * @param rejected why, else null
   * @param detail of the rejection, else empty
   */
  record Decoded(
      ConsumerRecord<String, byte[]> record,
      @Nullable GnomonEvent event,
      @Nullable RejectReason rejected,
      String detail) {}

  Decoded decode(ConsumerRecord<String, byte[]> record) {
    try {
      return new Decoded(record, decoder.decode(record), null, "");
    } catch (InvalidEventException e) {
      RejectReason reason =
          e.reason() == InvalidEventException.Reason.NOT_AUTHENTICATED
              ? RejectReason.NOT_AUTHENTICATED
              : RejectReason.INVALID;
      return new Decoded(record, null, reason, e.reason() + ": " + e.getMessage());
    } catch (RuntimeException | Error fault) {
      Faults.contain(fault);
      LOG.error(
          "partition {} offset {} cannot be decoded", record.partition(), record.offset(), fault);
      return new Decoded(
          record, null, RejectReason.FAULT, "decoding failed: " + Faults.brief(fault));
    }
  }
}
