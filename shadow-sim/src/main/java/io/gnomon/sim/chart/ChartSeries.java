package io.gnomon.sim.chart;

/**
 * One named series of a chart.
 *
 * @param shape how its points are joined
 * @param name in the legend
 * @param x positions; for bars the index of the category
 * @param y values, as many as {@code x}; not looked at for marks
 */
record ChartSeries(Shape shape, String name, double[] x, double[] y) {
  /** How points are joined. */
  enum Shape {
    /** By straight lines. */
    LINE,
    /** By the value held until the next point. */
    STEPS,
    /** Not at all: a bar from the axis. */
    BARS,
    /** Not at all: a vertical line across the chart. */
    MARKS
  }

  /**
   * @throws IllegalArgumentException if the arrays differ in length
   */
  ChartSeries {
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "series '%s' has %d x and %d y: it needs one y for each x"
              .formatted(name, x.length, y.length));
    }
  }
}
