package io.gnomon.slurm.value;

/** A text is no host list, or one that is too long; the message says what was found and allowed. */
public final class InvalidHostListException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_SHOWN = 120;

  private final boolean outOfRange;
  private final String found;
  private final String allowed;

  /**
   * An exception.
   *
   * @param problem what is wrong, for the message
   */
  InvalidHostListException(
      String list, boolean outOfRange, String problem, String found, String allowed) {
    super("host list '" + shown(list) + "': " + shown(problem) + "; allowed: " + allowed);
    this.outOfRange = outOfRange;
    this.found = shown(found);
    this.allowed = allowed;
  }

  private static String shown(String text) {
    return text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
  }

  /** Returns this: rejecting many lists must stay cheap, and the stack does not matter. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }

  /** Whether a length, a count or a range is not allowed; otherwise it is a character. */
  public boolean isOutOfRange() {
    return outOfRange;
  }

  /** What was found; a long text is cut. */
  public String found() {
    return found;
  }

  /** What is allowed there. */
  public String allowed() {
    return allowed;
  }
}
