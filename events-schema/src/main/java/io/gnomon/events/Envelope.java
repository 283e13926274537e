package io.gnomon.events;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * The CloudEvents attributes that Gnomon uses.
 *
 * @param id unique within the cluster; the same id again is the same event again
 * @param cluster the cluster's id, CloudEvents {@code source} and Kafka key
 * @param sequence the event's number in its cluster, growing by one, or {@link EventData#NONE}
 *     where the producer does not count
 * @param time when the record was made, RFC 3339, or null; for people and traces, never for
 *     decisions
 */
public record Envelope(String id, String cluster, long sequence, @Nullable String time) {
  /** An envelope without {@code time}. */
  public Envelope(String id, String cluster, long sequence) {
    this(id, cluster, sequence, null);
  }

  /** Whether the producer counts its events. */
  public boolean hasSequence() {
    return sequence != EventData.NONE;
  }

  /** {@link #time} as an instant, or null without one or where it names none, as February 30. */
  public @Nullable Instant instant() {
    try {
      return time == null ? null : OffsetDateTime.parse(time).toInstant();
    } catch (DateTimeParseException noInstant) {
      return null;
    }
  }
}
