package io.gnomon.sim.cli;

import java.io.PrintWriter;

/** One line that says how far a long command is, where the launcher sees a terminal. */
final class Progress {
  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean terminal = Boolean.getBoolean("gnomon.terminal");

  Progress(PrintWriter err) {
    this.err = err;
  }

  /** Replaces what the line says. */
  void show(String text) {
    if (terminal) {
      err.print(CLEAR + text);
      err.flush();
    }
  }

  /** Leaves the line empty. */
  void clear() {
    show("");
  }
}
