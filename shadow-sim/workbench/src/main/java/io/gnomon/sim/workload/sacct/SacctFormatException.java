package io.gnomon.sim.workload.sacct;

import java.io.IOException;

/**
 * Thrown for a file that is not an export of {@code sacct}; the message names file, line, value and
 * what is expected.
 */
public final class SacctFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  SacctFormatException(String message) {
    super(message);
  }

  SacctFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
