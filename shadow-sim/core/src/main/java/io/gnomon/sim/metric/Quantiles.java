package io.gnomon.sim.metric;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The distribution of one measure over the finished jobs of an outcome. Immutable; construction
 * costs O(n log n).
 */
public final class Quantiles {
  private final double[] sorted;

  private Quantiles(double[] sorted) {
    this.sorted = sorted;
  }

  /** The distribution of waits, in seconds. */
  public static Quantiles ofWaits(Outcome outcome) {
    return of(outcome, outcome::wait);
  }

  /** The distribution of bounded slowdowns, each at least 1. */
  public static Quantiles ofBoundedSlowdowns(Outcome outcome) {
    return of(outcome, outcome::boundedSlowdown);
  }

  private static Quantiles of(Outcome outcome, IntToDoubleFunction measure) {
    double[] values = new double[outcome.finishedJobs()];
    int jobs = 0;
    for (int job = 0; job < outcome.schedule().size(); job++) {
      if (outcome.schedule().finished(job)) {
        values[jobs++] = measure.applyAsDouble(job);
      }
    }
    Arrays.sort(values);
    return new Quantiles(values);
  }

  /** Number of jobs. */
  public int jobs() {
    return sorted.length;
  }

  /**
   * The quantile by nearest rank; the minimum for fraction 0, NaN without jobs. O(1).
   *
   * @throws IllegalArgumentException unless {@code 0 <= fraction <= 1}
   */
  public double at(double fraction) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException(
          "a fraction of " + fraction + " of the jobs is not allowed: 0 to 1");
    }
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted[Math.max(0, (int) Math.ceil(fraction * sorted.length) - 1)];
  }

  /** The fraction of jobs whose value is at most {@code value}; 0 without jobs. O(log n). */
  public double fractionAtMost(double value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (double) low / Math.max(1, sorted.length);
  }
}
