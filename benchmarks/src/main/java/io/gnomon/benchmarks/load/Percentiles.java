package io.gnomon.benchmarks.load;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Percentiles of figures. */
final class Percentiles {
  private final double[] sorted;

  /** Those of figures in any order; NaN is left out. */
  Percentiles(DoubleStream figures) {
    sorted = figures.filter(figure -> !Double.isNaN(figure)).toArray();
    Arrays.sort(sorted);
  }

  int count() {
    return sorted.length;
  }

  /** The figure below which {@code percent} of all are; NaN if there are none. */
  double at(int percent) {
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length * percent / 100];
  }
}
