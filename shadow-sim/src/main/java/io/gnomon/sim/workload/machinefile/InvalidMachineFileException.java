package io.gnomon.sim.workload.machinefile;

import java.io.IOException;

/** Thrown for a machine file that is not valid; the message names file, field and value. */
public final class InvalidMachineFileException extends IOException {
  private static final long serialVersionUID = 1L;

  InvalidMachineFileException(String message, Exception cause) {
    super(message, cause);
  }
}
