package io.gnomon.sim.workload.alibaba;

import java.io.IOException;

/** Thrown for a file that is not a list of the trace; the message names file, line and value. */
public final class TraceFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with that message. */
  TraceFormatException(String message) {
    super(message);
  }

  /** Creates an exception for a place in a file. */
  TraceFormatException(String place, IllegalArgumentException cause) {
    super(place + ": " + cause.getMessage(), cause);
  }
}
