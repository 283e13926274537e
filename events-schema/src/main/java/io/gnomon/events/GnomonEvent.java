package io.gnomon.events;

import org.jspecify.annotations.Nullable;

/**
 * An event or a command.
 *
 * @param envelope the CloudEvents attributes
 * @param data the data
 */
public record GnomonEvent(Envelope envelope, EventData data) {
  /** Creates an event from its parts. */
  public static GnomonEvent of(
      String cluster, String id, long sequence, @Nullable String time, EventData data) {
    return new GnomonEvent(new Envelope(id, cluster, sequence, time), data);
  }

  /** The type of the event. */
  public EventType type() {
    return data.type();
  }

  /** The cluster's id, which is also the key of the Kafka record. */
  public String cluster() {
    return envelope.cluster();
  }
}
