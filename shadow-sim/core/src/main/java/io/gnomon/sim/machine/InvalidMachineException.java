package io.gnomon.sim.machine;

/** Thrown for a machine, node list or request that is not allowed; the message says what is. */
public final class InvalidMachineException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception; the message names the place, the value and what is allowed. */
  public InvalidMachineException(String message) {
    super(message);
  }
}
