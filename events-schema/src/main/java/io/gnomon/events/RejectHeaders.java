package io.gnomon.events;

/**
 * The headers that the controller adds to a record on {@link Topic#REJECTED}. Key, value and other
 * headers are unchanged, unless the record is too large to be copied.
 */
public final class RejectHeaders {
  /** The name of a {@link RejectReason}. */
  public static final String REASON = "gnomon-reason";

  /** A description for people: the place, the value and what is allowed. */
  public static final String DETAIL = "gnomon-detail";

  /** The offset of the record in its partition of {@link Topic#EVENTS}. */
  public static final String OFFSET = "gnomon-offset";

  /**
   * The size of the record's value in bytes. It is present if the record was too large to be
   * copied; then the value is its first kilobyte and the key may be shortened.
   */
  public static final String SIZE = "gnomon-size";

  /** The SHA-256 hash of the record's value in hexadecimal, present with {@link #SIZE}. */
  public static final String SHA256 = "gnomon-sha256";

  private RejectHeaders() {}
}
