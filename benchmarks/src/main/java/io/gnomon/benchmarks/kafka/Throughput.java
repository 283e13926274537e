package io.gnomon.benchmarks.kafka;

/**
 * The rate at which a component consumed a number of events.
 *
 * @param seconds from its start to its last event
 * @param flowingEvents events counted after the first observation
 * @param flowingSeconds time in which these events were consumed
 */
public record Throughput(double seconds, long flowingEvents, double flowingSeconds) {
  private static final double NANOSECONDS = 1e9;

  /** Events per second after the first event. */
  public double rate() {
    return flowingEvents / flowingSeconds;
  }

  /** Measures a throughput, from the construction of the meter on. Not thread-safe. */
  static final class Meter {
    private final long began = System.nanoTime();
    private long firstAt;
    private long first;
    private long last;

    /** Records the number of events consumed so far and returns it. */
    long record(long events) {
      if (events > 0 && first == 0) {
        first = events;
        firstAt = System.nanoTime();
      }
      last = events;
      return events;
    }

    /** The throughput up to now. */
    Throughput throughput() {
      long now = System.nanoTime();
      return new Throughput(
          (now - began) / NANOSECONDS, last - first, (now - firstAt) / NANOSECONDS);
    }
  }
}
