package io.gnomon.events;

import org.jspecify.annotations.Nullable;

/**
 * One event or command: where it comes from and what it says.
 *
 * @param envelope the CloudEvents attributes
 * @param data what happened
 */
public record GnomonEvent(Envelope envelope, EventData data) {
  /** An event from its parts. */
  public static GnomonEvent of(
      String cluster, String id, long sequence, @Nullable String time, EventData data) {
    return new GnomonEvent(new Envelope(id, cluster, sequence, time), data);
  }

  /** The type, as its data has it. */
  public EventType type() {
    return data.type();
  }

  /** The cluster's id, which is the record's Kafka key. */
  public String cluster() {
    return envelope.cluster();
  }
}
