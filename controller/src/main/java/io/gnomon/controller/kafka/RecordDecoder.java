package io.gnomon.controller.kafka;

import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.controller.listener.OwnerListener;
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

/** Decodes the records of a partition; those that cannot be used are rejected. */
final class RecordDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(RecordDecoder.class);

  private final int partition;
  private final EventDecoder decoder;
  private final OutgoingBatch outbox;
  private final OwnerListener listener;

  /**
   * A decoder.
   *
   * @param eventKeys the keys that events must be signed with, or null if they need no signature
   */
  RecordDecoder(
      int partition,
      @Nullable SigningKeys eventKeys,
      OutgoingBatch outbox,
      OwnerListener listener) {
    this.partition = partition;
    decoder = new EventDecoder(EventCodec.jobByJob(), eventKeys);
    this.outbox = outbox;
    this.listener = listener;
  }

  /** Returns the event of a record, or null if the record is rejected. */
  @Nullable GnomonEvent decode(ConsumerRecord<String, byte[]> record) {
    try {
      return decoder.decode(record);
    } catch (InvalidEventException e) {
      listener.recordInvalid(partition);
      RejectReason reason =
          e.reason() == InvalidEventException.Reason.NOT_AUTHENTICATED
              ? RejectReason.NOT_AUTHENTICATED
              : RejectReason.INVALID;
      outbox.reject(record.offset(), reason, e.reason() + ": " + e.getMessage());
    } catch (RuntimeException | Error fault) {
      Faults.contain(fault);
      LOG.error("partition {} offset {} cannot be decoded", partition, record.offset(), fault);
      listener.recordInvalid(partition);
      outbox.reject(record.offset(), RejectReason.FAULT, "decoding failed: " + Faults.brief(fault));
    }
    return null;
  }
}
