package io.gnomon.controller.cluster.output;

/**
 * The ids of what a controller publishes. They consist of the cluster, the offset of an event and a
 * short form of the events topic's id, so that they are unique although the offsets of a topic that
 * is recreated begin at 0 again, and a replay creates the same ids. Single-threaded.
 */
public final class EventIds {
  private static final int SHORT_FORM = 8;
  private String topicId = "";

  /** Ids without a topic, until {@link #topic} is called. */
  public EventIds() {}

  /** Sets the topic's id, or its short form; empty if it is not known. */
  public void topic(String id) {
    topicId = id;
  }

  /** The topic's id, or an empty string if it is not known. */
  public String topicId() {
    return topicId;
  }

  /** Returns the short form of a topic's id: its first eight characters. */
  public static String shortForm(String topicId) {
    return topicId.substring(0, Math.min(SHORT_FORM, topicId.length()));
  }

  /** Returns the last part of the ids of what results from the event at an offset. */
  public String suffix(String offset) {
    return topicId.isEmpty() ? offset : offset + "." + shortForm(topicId);
  }

  /** Returns the last part of the ids of what results from the event at an offset. */
  public String suffix(long offset) {
    return suffix(Long.toString(offset));
  }

  /** Returns the last part of the ids of what results from an event of the topic with that id. */
  public static String suffix(long offset, String topicId) {
    EventIds ids = new EventIds();
    ids.topic(topicId);
    return ids.suffix(offset);
  }
}
