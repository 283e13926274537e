package io.gnomon.events;

/**
 * The headers that the controller adds to a record on {@link Topic#REJECTED}. Key, value and other
 * headers are unchanged.
 */
public final class RejectHeaders {
  /** The name of a {@link RejectReason}. */
  public static final String REASON = "gnomon-reason";

  /** A description for people: the place, the value and what is allowed. */
  public static final String DETAIL = "gnomon-detail";

  /** The offset of the record in its partition of {@link Topic#EVENTS}. */
  public static final String OFFSET = "gnomon-offset";

  private RejectHeaders() {}
}
