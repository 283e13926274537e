package io.gnomon.sim.workload.swf;

import java.io.IOException;

/**
 * Thrown if a file cannot be read as a workload. The message names file, line, value and what to
 * do.
 */
public final class SwfFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  SwfFormatException(String message) {
    super(message);
  }

  private SwfFormatException(String message, Throwable cause) {
    super(message, cause);
  }

  static SwfFormatException damaged(String name, int linesRead, IOException cause) {
    return new SwfFormatException(
        "%s: the compressed data is damaged after line %d (%s); fetch the file again"
            .formatted(name, linesRead, cause.getMessage()),
        cause);
  }
}
