package io.gnomon.sim.workload.slurm;

import java.io.IOException;

/** Thrown for a file that is not as Slurm writes it; the message names file, line and value. */
public final class SlurmFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with that message. */
  public SlurmFormatException(String message) {
    super(message);
  }

  /** Creates an exception for a place in a file. */
  public SlurmFormatException(String place, IllegalArgumentException cause) {
    super(place + ": " + cause.getMessage(), cause);
  }
}
