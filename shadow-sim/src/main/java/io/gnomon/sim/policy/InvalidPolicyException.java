package io.gnomon.sim.policy;

/** A policy text, name or parameter that is not allowed; the message says what is. */
public final class InvalidPolicyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** An error with what was wrong, the value and what is allowed. */
  public InvalidPolicyException(String message) {
    super(message);
  }
}
