package io.gnomon.events;

/** The headers that are added to a record on {@link Topic#REJECTED}; its own stay as they were. */
public final class RejectHeaders {
  /** Why, as one word for machines, such as {@code INVALID} or {@code UNKNOWN_JOB}. */
  public static final String REASON = "gnomon-reason";

  /** Where, what stands there and what is allowed, for people. */
  public static final String DETAIL = "gnomon-detail";

  /** The offset at which the record was read, in the partition of its key. */
  public static final String OFFSET = "gnomon-offset";

  private RejectHeaders() {}
}
