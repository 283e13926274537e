package io.gnomon.events.json;

/**
 * Bytes that are not the JSON that was asked for. It has no stack trace: a broken record is input,
 * not a defect, and a flood of them must stay cheap.
 */
public final class JsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** What kind of mistake it is. */
  public enum Fault {
    /** Not JSON as RFC 8259 has it. */
    MALFORMED,
    /** Bytes that are not UTF-8, or half of a surrogate pair. */
    NOT_UTF8,
    /** More than {@link JsonScanner#MAX_DEPTH} objects and arrays within each other. */
    TOO_DEEP,
    /** A value of another kind than was asked for. */
    WRONG_TYPE,
    /** A number that does not fit. */
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

  /** The kind of mistake. */
  public Fault fault() {
    return fault;
  }

  /** The byte where it was noticed, from 0. */
  public int offset() {
    return offset;
  }

  /** What stands there. */
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
