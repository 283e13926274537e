package io.gnomon.sim.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Arrays;

/** One line that says how far a long command is, on a terminal only. */
final class Progress {
  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean terminal;

  Progress(PrintWriter err) {
    this.err = err;
    this.terminal = onTerminal();
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

  /** From JDK 22 on there is always a console, which then can be asked. */
  private static boolean onTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    return Arrays.stream(Console.class.getMethods())
        .filter(method -> method.getName().equals("isTerminal"))
        .findFirst()
        .map(
            method -> {
              try {
                return Boolean.TRUE.equals(method.invoke(console));
              } catch (ReflectiveOperationException unknown) {
                return false;
              }
            })
        .orElse(true);
  }
}
