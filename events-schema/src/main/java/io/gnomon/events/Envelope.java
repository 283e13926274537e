package io.gnomon.events;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * The CloudEvents attributes of an event.
 *
 * @param id unique within the cluster; a second event with the same id is a duplicate
 * @param cluster the cluster's id, which is the CloudEvents {@code source} and the Kafka key
 * @param sequence the number of the event in its cluster, increasing by one, or {@link
 *     EventData#NONE} if the producer does not number its events
 * @param time when the record was made, RFC 3339, or null; for people and traces, decisions never
 *     use it
 */
public record Envelope(String id, String cluster, long sequence, @Nullable String time) {
  /**
   * The ids that a cluster can have, as a regular expression. Keys, paths and labels of metrics
   * contain them; a segment {@code .} or {@code ..} of a path does not reach the server.
   */
  public static final String CLUSTER_ID = "(?!\\.{1,2}$)[A-Za-z0-9._~:/-]{1,255}";

  /** The same in words, for messages. */
  public static final String CLUSTER_ID_IN_WORDS =
      "at most 255 letters, digits and any of - . _ ~ : /, other than . and ..";

  /** Creates an envelope without {@code time}. */
  public Envelope(String id, String cluster, long sequence) {
    this(id, cluster, sequence, null);
  }

  /** Whether the producer numbers its events. */
  public boolean hasSequence() {
    return sequence != EventData.NONE;
  }

  /** {@link #time} as an instant, or null if it is absent or not a date, such as February 30. */
  public @Nullable Instant instant() {
    try {
      return time == null ? null : OffsetDateTime.parse(time).toInstant();
    } catch (DateTimeParseException noInstant) {
      return null;
    }
  }
}
