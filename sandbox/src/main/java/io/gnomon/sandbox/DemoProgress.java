package io.gnomon.sandbox;

import io.gnomon.commandline.Progress;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Reports the progress of a demo on standard error: how far it is, and each change in a line. */
final class DemoProgress {
  private final PrintWriter out;
  private final Progress progress;

  DemoProgress(PrintStream out, boolean terminal) {
    this.out = new PrintWriter(out, true, StandardCharsets.UTF_8);
    progress = new Progress(this.out, terminal);
  }

  /** Prints a line. */
  void say(String line) {
    progress.clear();
    out.println(line);
  }

  /**
   * Shows how far a step is.
   *
   * @param done fraction from 0 to 1
   */
  void show(String step, double done) {
    progress.show(step, Math.min(1, done));
  }

  /** Removes the display of a step from a terminal. */
  void clear() {
    progress.clear();
  }
}
