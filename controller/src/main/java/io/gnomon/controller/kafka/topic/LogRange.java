package io.gnomon.controller.kafka.topic;

import org.jspecify.annotations.Nullable;

/**
 * The records that one partition of the events topic has at present.
 *
 * @param topicId the id of the topic (KIP-516), which changes when the topic is recreated
 * @param start the offset of the first record that is retained
 * @param end the offset of the next record
 */
public record LogRange(String topicId, long start, long end) {
  /** The cause of a loss of records between a position and this range. */
  public enum Loss {
    /** The topic was deleted and created again, so that the position has no meaning. */
    RECREATED,
    /** The topic ends before the position: records were lost, and later ones reuse offsets. */
    TRUNCATED,
    /** Records after the position were deleted unread. */
    EXPIRED
  }

  /**
   * Returns the loss after a position, or null if every record after it is still there.
   *
   * @param knownTopicId the id of the topic that the position refers to; empty if it is not known
   * @param next the offset of the next record to read
   */
  public @Nullable Loss lossSince(String knownTopicId, long next) {
    if (!knownTopicId.isEmpty() && !knownTopicId.equals(topicId)) {
      return Loss.RECREATED;
    }
    if (next > end) {
      // without an id, the records at lower offsets may be new ones
      return knownTopicId.isEmpty() ? Loss.RECREATED : Loss.TRUNCATED;
    }
    return next < start ? Loss.EXPIRED : null;
  }

  /** Returns the offset at which to continue after a position. */
  public long resume(String knownTopicId, long next) {
    Loss loss = lossSince(knownTopicId, next);
    if (loss == null) {
      return next;
    }
    return loss == Loss.TRUNCATED ? end : start;
  }

  /** Returns a description of a loss after a position. */
  public String describe(Loss loss, long next) {
    return switch (loss) {
      case RECREATED ->
          "the events topic was recreated; its offsets are "
              + start
              + " to "
              + end
              + ", and reading would have continued at "
              + next;
      case TRUNCATED ->
          "the events topic ends at offset "
              + end
              + ", before the position "
              + next
              + "; the brokers have lost records";
      case EXPIRED ->
          "events from offset "
              + next
              + " to "
              + (start - 1)
              + " were deleted before they were read";
    };
  }
}
