package io.gnomon.events.codec;

import io.gnomon.events.json.JsonException;

/**
 * A record that is no event: why, where, what stands there and what may. It has no stack trace,
 * since a broken record is input and no defect, and a flood of them must stay cheap.
 */
public final class InvalidEventException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Why a record is refused. */
  public enum Reason {
    /** No bytes. */
    EMPTY,
    /** More bytes than {@link SizeLimits} allows. */
    TOO_LARGE,
    /** Not UTF-8. */
    NOT_UTF8,
    /** Not one JSON value. */
    MALFORMED_JSON,
    /** Objects and arrays too deep within each other. */
    TOO_DEEP,
    /** Not CloudEvents 1.0. */
    UNSUPPORTED_VERSION,
    /** A content type, a batch or an encoding that is not read here. */
    UNSUPPORTED_CONTENT,
    /** A type that is none of Gnomon's. */
    UNKNOWN_TYPE,
    /** A required field or attribute is absent. */
    MISSING_FIELD,
    /** The same field twice. */
    DUPLICATE_FIELD,
    /** A value of another JSON type. */
    WRONG_TYPE,
    /** A number, length or count outside its range. */
    OUT_OF_RANGE,
    /** A text that has not the form, or is none of the words, that are allowed. */
    NOT_ALLOWED
  }

  /** Longer values are cut in messages, which travel in headers and logs. */
  private static final int MESSAGE_LENGTH = 120;

  private final Reason reason;
  private final String place;
  private final String found;
  private final String allowed;

  InvalidEventException(Reason reason, String place, String found, String allowed) {
    super(
        reason
            + " at "
            + (place.isEmpty() ? "the record" : place)
            + ": found "
            + shortened(found)
            + "; allowed: "
            + allowed);
    this.reason = reason;
    this.place = place;
    this.found = shortened(found);
    this.allowed = allowed;
  }

  static InvalidEventException of(JsonException broken) {
    Reason reason =
        switch (broken.fault()) {
          case MALFORMED -> Reason.MALFORMED_JSON;
          case NOT_UTF8 -> Reason.NOT_UTF8;
          case TOO_DEEP -> Reason.TOO_DEEP;
          case WRONG_TYPE -> Reason.WRONG_TYPE;
          case OUT_OF_RANGE -> Reason.OUT_OF_RANGE;
        };
    String where = reason == Reason.MALFORMED_JSON ? " at byte " + broken.offset() : "";
    return new InvalidEventException(reason, "", broken.found() + where, broken.allowed());
  }

  static InvalidEventException missing(String field) {
    return new InvalidEventException(
        Reason.MISSING_FIELD, "/" + field, "nothing", "a value, it is required");
  }

  /** The same mistake, seen from one level further out. */
  InvalidEventException within(Object segment) {
    return new InvalidEventException(reason, "/" + segment + place, found, allowed);
  }

  private static String shortened(String text) {
    if (text.length() <= MESSAGE_LENGTH) {
      return text;
    }
    boolean splitsPair = Character.isHighSurrogate(text.charAt(MESSAGE_LENGTH - 1));
    return text.substring(0, splitsPair ? MESSAGE_LENGTH - 1 : MESSAGE_LENGTH) + "…";
  }

  /** Why the record is refused. */
  public Reason reason() {
    return reason;
  }

  /** A JSON pointer to the value, such as {@code /data/processors}; empty for the whole record. */
  public String place() {
    return place;
  }

  /** What stands there, shortened. */
  public String found() {
    return found;
  }

  /** What may stand there. */
  public String allowed() {
    return allowed;
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
