package io.gnomon.controller.kafka;

import io.gnomon.controller.kafka.RecordDecoder.Decoded;
import io.gnomon.controller.kafka.input.Backlog;
import io.gnomon.controller.kafka.input.FetchedRecords;
import io.gnomon.events.signature.SigningKeys;
import io.vertx.core.Vertx;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The fetched records of a partition, which are decoded when their turn comes, in order. A large
 * one is decoded on another thread, and the later ones wait for it. All methods run on the owner's
 * context.
 */
final class Intake {
  private static final int LARGE_BYTES = 1 << 17; // decoding takes about a millisecond

  private final Vertx vertx;
  private final RecordDecoder decoder;
  private final RecordDecoder largeDecoder;
  private final Backlog backlog = new Backlog();
  private final Runnable decoded;
  private final Consumer<Throwable> failed;
  private boolean decoding;
  private @Nullable Decoded large;

  /**
   * An intake without records.
   *
   * @param keys the keys that events must be signed with, or null if they need no signature
   * @param decoded called when a large record can be taken
   * @param failed called if the process cannot go on
   */
  Intake(Vertx vertx, @Nullable SigningKeys keys, Runnable decoded, Consumer<Throwable> failed) {
    this.vertx = vertx;
    this.decoded = decoded;
    this.failed = failed;
    decoder = new RecordDecoder(keys);
    largeDecoder = new RecordDecoder(keys);
  }

  void add(FetchedRecords fetched) {
    backlog.add(fetched);
  }

  boolean isEmpty() {
    return backlog.isEmpty();
  }

  /** Whether {@link #next} may have a record. */
  boolean ready() {
    return !decoding && !backlog.isEmpty();
  }

  /**
   * Removes and returns the next record, or null if there is none, or it is still being decoded.
   *
   * @param from records before this offset are skipped
   */
  @Nullable Decoded next(long from) {
    ConsumerRecord<String, byte[]> record = backlog.peek();
    while (record != null && record.offset() < from) {
      backlog.remove();
      record = backlog.peek();
    }
    if (record == null || decoding) {
      return null;
    }
    if (record.value() == null || record.value().length < LARGE_BYTES) {
      backlog.remove();
      return decoder.decode(record);
    }
    Decoded ready = large;
    if (ready == null) {
      decode(record);
      return null;
    }
    large = null;
    backlog.remove();
    return ready;
  }

  private void decode(ConsumerRecord<String, byte[]> record) {
    decoding = true;
    vertx
        .executeBlocking(() -> largeDecoder.decode(record), false)
        .onSuccess(
            done -> {
              decoding = false;
              large = done;
              decoded.run();
            })
        .onFailure(failed::accept);
  }

  void clear() {
    backlog.clear();
  }
}
