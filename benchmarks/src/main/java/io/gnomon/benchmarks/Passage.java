package io.gnomon.benchmarks;

/**
 * How something came through a number of events.
 *
 * @param seconds from its start to its last event
 * @param flowingEvents seen after the first sight of any
 * @param flowingSeconds in which these were
 */
record Passage(double seconds, long flowingEvents, double flowingSeconds) {
  private static final double NANOSECONDS = 1e9;

  /** Events a second once they flow. */
  double rate() {
    return flowingEvents / flowingSeconds;
  }

  /** Sees how far something has come; runs from its construction on. */
  static final class Watch {
    private final long began = System.nanoTime();
    private long firstAt;
    private long first;
    private long last;

    /** So many events have come; returns the same. */
    long saw(long events) {
      if (events > 0 && first == 0) {
        first = events;
        firstAt = System.nanoTime();
      }
      last = events;
      return events;
    }

    /** What was seen until now. */
    Passage passage() {
      long now = System.nanoTime();
      return new Passage((now - began) / NANOSECONDS, last - first, (now - firstAt) / NANOSECONDS);
    }
  }
}
