package io.gnomon.sim.spec;

/**
 * Thrown for the text, the name or a parameter of a spec that is not allowed; the message says what
 * is allowed.
 */
public final class InvalidSpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception; the message names the problem, the value and what is allowed. */
  public InvalidSpecException(String message) {
    super(message);
  }
}
