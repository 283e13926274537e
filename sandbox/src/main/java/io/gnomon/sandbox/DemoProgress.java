package io.gnomon.sandbox;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Reports the progress of a demo on standard error; on a terminal, one line that is overwritten.
 */
final class DemoProgress {
  private final PrintStream out;
  private final boolean terminal;

  DemoProgress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Whether standard error is a terminal. */
  boolean onTerminal() {
    return terminal;
  }

  void say(String line) {
    out.println(terminal ? "\r\033[K" + line : line);
  }

  void week(double week, int waiting, double tuned, double untuned, long commands) {
    String line =
        String.format(
            Locale.ROOT,
            "week %.1f  jobs waiting %d  slowdown tuned %.1f untuned %.1f  commands %d",
            week,
            waiting,
            tuned,
            untuned,
            commands);
    if (terminal) {
      out.print("\r\033[K" + line);
      out.flush();
    } else {
      out.println(line);
    }
  }
}
