package io.gnomon.topics;

import io.gnomon.events.InvalidEventException;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A record that is too large for its topic. It has the original offset, key and size; its value is
 * empty, so that nothing accepts it as valid.
 */
public final class OversizedRecord extends ConsumerRecord<String, byte[]> {
  private final byte[] start;
  private final String sha256;
  private final InvalidEventException problem;

  /**
   * A record in place of {@code record}, without headers if these are too large.
   *
   * @param start the first kilobyte of its value
   * @param sha256 the hash of its value
   * @param problem why it is not handed out whole
   */
  OversizedRecord(
      ConsumerRecord<String, byte[]> record,
      byte[] start,
      String sha256,
      boolean keepsHeaders,
      InvalidEventException problem) {
    super(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.timestampType(),
        record.serializedKeySize(),
        record.serializedValueSize(),
        record.key(),
        new byte[0],
        keepsHeaders ? record.headers() : new RecordHeaders(),
        Optional.empty());
    this.start = start;
    this.sha256 = sha256;
    this.problem = problem;
  }

  /** The size of the whole value in bytes. */
  public int valueBytes() {
    return Math.max(0, serializedValueSize());
  }

  /** The first kilobyte of the value. */
  public byte[] start() {
    return start.clone();
  }

  /** The SHA-256 hash of the whole value, in hexadecimal. */
  public String sha256() {
    return sha256;
  }

  /** What is too large: the size and what is allowed. */
  public InvalidEventException problem() {
    return problem;
  }
}
