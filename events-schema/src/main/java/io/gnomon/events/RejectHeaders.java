package io.gnomon.events;

/** The headers that are added to a record on {@link Topic#REJECTED}; its own stay as they were. */
public final class RejectHeaders {
  /** Why, as one word for machines: a constant's name such as {@code OUT_OF_RANGE}. */
  public static final String REASON = "gnomon_reject_reason";

  /** A JSON pointer to the value, where there is one. */
  public static final String PLACE = "gnomon_reject_place";

  /** What stands there and what is allowed, for people. */
  public static final String DETAIL = "gnomon_reject_detail";

  /** Where the record was read. */
  public static final String ORIGIN = "gnomon_reject_origin";

  private RejectHeaders() {}

  /** The value of {@link #ORIGIN}, such as {@code gnomon.events-3@1024}. */
  public static String origin(String topic, int partition, long offset) {
    return topic + "-" + partition + "@" + offset;
  }
}
