package io.gnomon.events.json;

/**
 * The bytes are not the expected JSON. It has no stack trace: an invalid record is input, not a
 * defect, and rejecting many of them must stay cheap.
 */
public final class JsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The kind of error. */
  public enum Fault {
    /** Not JSON as defined by RFC 8259. */
    MALFORMED,
    /** Bytes that are not UTF-8, or an unpaired surrogate. */
    NOT_UTF8,
    /** Objects and arrays nested more than {@link JsonScanner#MAX_DEPTH} deep. */
    TOO_DEEP,
    /** A value of another JSON type than expected. */
    WRONG_TYPE,
    /** A number that is out of range. */
    OUT_OF_RANGE
  }

  private final Fault fault;
  private final int offset;
  private final String found;
  private final String allowed;

  JsonException(Fault fault, int offset, String found, String allowed) {
    super("byte " + offset + ": found " + found + "; allowed: " + allowed);
    this.fault = fault;
    this.offset = offset;
    this.found = found;
    this.allowed = allowed;
  }

  /** The kind of error. */
  public Fault fault() {
    return fault;
  }

  /** The offset of the byte at which the error was detected, from 0. */
  public int offset() {
    return offset;
  }

  /** The value found there. */
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
