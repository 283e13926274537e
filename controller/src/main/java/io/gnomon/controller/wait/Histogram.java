package io.gnomon.controller.wait;

import java.util.Arrays;

/** Counts of values by fixed buckets, and their sum. Not thread-safe. */
public final class Histogram {
  private final double[] bounds;
  private final long[] counts;
  private double sum;

  /**
   * An empty histogram.
   *
   * @param bounds inclusive upper bounds of the buckets, ascending; values above the last one have
   *     a bucket of their own
   */
  Histogram(double... bounds) {
    this.bounds = bounds;
    counts = new long[bounds.length + 1];
  }

  void add(double value) {
    int bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) {
      bucket++;
    }
    counts[bucket]++;
    sum += value;
  }

  /** The upper bounds of the buckets; the last one is infinite. */
  public double[] bounds() {
    double[] all = Arrays.copyOf(bounds, counts.length);
    all[bounds.length] = Double.POSITIVE_INFINITY;
    return all;
  }

  /** The number of values in each bucket, not cumulative. A copy. */
  public long[] counts() {
    return counts.clone();
  }

  /** The sum of all values. */
  public double sum() {
    return sum;
  }
}
