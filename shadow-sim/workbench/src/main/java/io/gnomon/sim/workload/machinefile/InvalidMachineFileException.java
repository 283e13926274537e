package io.gnomon.sim.workload.machinefile;

import java.io.IOException;

/**
 * Thrown for a machine file that is not valid; the message names file, line, field and value, and
 * says what is allowed.
 */
public final class InvalidMachineFileException extends IOException {
  private static final long serialVersionUID = 1L;

  InvalidMachineFileException(String message, Exception cause) {
    super(message, cause);
  }
}
