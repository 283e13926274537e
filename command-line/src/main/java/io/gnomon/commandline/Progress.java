package io.gnomon.commandline;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Shows how far a long command is, on standard error: one line that is overwritten on a terminal,
 * otherwise a line at most every ten seconds. Safe for use by several threads.
 */
public final class Progress {
  private static final String CLEAR = "\r\u001b[K";
  private static final double NANOSECONDS = 1e9;
  private static final long TERMINAL_INTERVAL_NANOS = 100_000_000L;
  private static final long PIPE_INTERVAL_NANOS = 10_000_000_000L;

  private final PrintWriter err;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private String step = "";
  private long stepBegan;
  private long lastShown;

  /** Progress of a command that begins now; the launcher says whether there is a terminal. */
  public Progress(PrintWriter err) {
    this(err, Boolean.getBoolean("gnomon.terminal"));
  }

  /** Progress of a command that begins now. */
  public Progress(PrintWriter err, boolean terminal) {
    this(err, terminal, System::nanoTime);
  }

  Progress(PrintWriter err, boolean terminal, LongSupplier nanoTime) {
    this.err = err;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
    this.stepBegan = nanoTime.getAsLong();
    this.lastShown = stepBegan;
  }

  /**
   * Shows a step with percentage and time left.
   *
   * @param done fraction of the step, 0 to 1
   */
  public synchronized void show(String name, double done) {
    boolean begins = begin(name);
    double seconds = (nanoTime.getAsLong() - stepBegan) / NANOSECONDS;
    String left =
        seconds < 1 || done <= 0 ? "" : ", " + duration(seconds * (1 - done) / done) + " left";
    print(
        String.format(Locale.ROOT, "%s: %.0f %%%s", name, 100 * done, left), !begins || !terminal);
  }

  /** Removes the line from a terminal. */
  public synchronized void clear() {
    if (terminal) {
      err.print(CLEAR);
      err.flush();
    }
  }

  private boolean begin(String name) {
    boolean begins = !name.equals(step);
    if (begins) {
      step = name;
      stepBegan = nanoTime.getAsLong();
    }
    return begins;
  }

  private void print(String text, boolean limited) {
    long now = nanoTime.getAsLong();
    long interval = terminal ? TERMINAL_INTERVAL_NANOS : PIPE_INTERVAL_NANOS;
    if (limited && now - lastShown < interval) {
      return;
    }
    lastShown = now;
    err.print(terminal ? CLEAR + text : text + System.lineSeparator());
    err.flush();
  }

  /** {@code 45 s}, {@code 12 min} or {@code 3.5 h}. */
  private static String duration(double seconds) {
    if (seconds < 100) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    return seconds < 6000
        ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
        : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
  }
}
