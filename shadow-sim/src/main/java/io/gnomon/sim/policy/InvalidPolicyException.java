package io.gnomon.sim.policy;

/**
 * Thrown for a policy text, name or parameter that is not allowed; the message says what is
 * allowed.
 */
public final class InvalidPolicyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception; the message names the problem, the value and what is allowed. */
  public InvalidPolicyException(String message) {
    super(message);
  }
}
