package io.gnomon.events;

import io.gnomon.events.json.JsonException;
import java.util.List;

/**
 * A record is not a valid event. Carries the reason, the place, the value found there and the
 * values that are allowed. It has no stack trace: an invalid record is input, not a defect, and
 * rejecting many of them must stay cheap.
 */
public final class InvalidEventException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Why a record is not a valid event. */
  public enum Reason {
    /** The record has no signature, or one by an unknown key or of another value. */
    NOT_AUTHENTICATED,
    /** The record has no value or an empty one. */
    EMPTY,
    /** The value is longer than {@code codec.SizeLimits} allows. */
    TOO_LARGE,
    /** The value or a header is not UTF-8. */
    NOT_UTF8,
    /** The value is not exactly one JSON value. */
    MALFORMED_JSON,
    /** Objects and arrays are nested too deeply. */
    TOO_DEEP,
    /** The {@code specversion} is not 1.0. */
    UNSUPPORTED_VERSION,
    /** The content type or encoding is not supported; batches are not either. */
    UNSUPPORTED_CONTENT,
    /** The {@code type} is not an {@link EventType}. */
    UNKNOWN_TYPE,
    /** A required field or attribute is missing. */
    MISSING_FIELD,
    /** A field appears twice. */
    DUPLICATE_FIELD,
    /** A field is unknown, in an object that must be understood as a whole. */
    UNKNOWN_FIELD,
    /** A value has the wrong JSON type. */
    WRONG_TYPE,
    /** A number, a length or a count is out of range. */
    OUT_OF_RANGE,
    /** A string does not match its pattern or is not one of the allowed values. */
    NOT_ALLOWED
  }

  /** Longer values are cut in messages, because messages are sent in headers and logged. */
  private static final int MESSAGE_LENGTH = 120;

  private final Reason reason;
  private final String place;
  private final String found;
  private final String allowed;

  /**
   * Creates an exception.
   *
   * @param place a JSON pointer to the value, empty for the whole record
   * @param found the value; a long one is cut
   * @param allowed the values that are allowed
   */
  public InvalidEventException(Reason reason, String place, String found, String allowed) {
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

  /** The exception for malformed JSON or for a value of the wrong type. */
  public static InvalidEventException of(JsonException broken) {
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

  /** The exception for a missing required field. */
  public static InvalidEventException missing(String field) {
    return new InvalidEventException(
        Reason.MISSING_FIELD, "/" + field, "no value", "a value; the field is required");
  }

  /** The exception for a field that appears twice. */
  public static InvalidEventException duplicate(String field) {
    return new InvalidEventException(
        Reason.DUPLICATE_FIELD, "/" + field, "the field twice", "the field once");
  }

  /** The exception for an unknown field in an object that must be understood as a whole. */
  public static InvalidEventException unknown(String field, List<String> known) {
    return new InvalidEventException(
        Reason.UNKNOWN_FIELD, "", "the field '" + field + "'", String.join(", ", known));
  }

  /** The same exception with its place seen from the enclosing object or list. */
  public InvalidEventException within(Object segment) {
    return new InvalidEventException(reason, "/" + segment + place, found, allowed);
  }

  private static String shortened(String text) {
    if (text.length() <= MESSAGE_LENGTH) {
      return text;
    }
    boolean splitsPair = Character.isHighSurrogate(text.charAt(MESSAGE_LENGTH - 1));
    return text.substring(0, splitsPair ? MESSAGE_LENGTH - 1 : MESSAGE_LENGTH) + "…";
  }

  /** Why the record is invalid. */
  public Reason reason() {
    return reason;
  }

  /** A JSON pointer to the value, such as {@code /data/processors}; empty for the whole record. */
  public String place() {
    return place;
  }

  /** The value found there, cut if it is long. */
  public String found() {
    return found;
  }

  /** The values that are allowed there. */
  public String allowed() {
    return allowed;
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
