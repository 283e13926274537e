package io.gnomon.sim.study;

import java.util.function.DoubleConsumer;

/**
 * Counts the completed parts of a long run and reports, at the start and after each part, the
 * fraction of the parts that are done. Thread-safe.
 */
public final class ProgressCounter {
  private final int parts;
  private final DoubleConsumer listener;
  private int completed;

  /**
   * A run that has not begun.
   *
   * @param parts number of parts, at least 1
   * @param listener receives the fraction done, 0 to 1, one call at a time
   */
  public ProgressCounter(int parts, DoubleConsumer listener) {
    if (parts < 1) {
      throw new IllegalArgumentException("parts is " + parts + "; it must be at least 1");
    }
    this.parts = parts;
    this.listener = listener;
    listener.accept(0);
  }

  /**
   * Counts one part.
   *
   * @throws IllegalStateException if all parts are completed already
   */
  public synchronized void completed() {
    if (completed == parts) {
      throw new IllegalStateException("all " + parts + " parts are completed");
    }
    completed++;
    listener.accept((double) completed / parts);
  }
}
