package io.gnomon.events;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event or a command.
 *
 * @param envelope the CloudEvents attributes
 * @param data the data
 * @param setAside the jobs of a snapshot that are not in the data because they are not valid; only
 *     a codec that reads job by job sets jobs aside
 */
public record GnomonEvent(Envelope envelope, EventData data, List<InvalidJob> setAside) {
  /** Copies lists that are not immutable. */
  public GnomonEvent {
    setAside = List.copyOf(setAside);
  }

  /** Creates an event without anything set aside. */
  public GnomonEvent(Envelope envelope, EventData data) {
    this(envelope, data, List.of());
  }

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
