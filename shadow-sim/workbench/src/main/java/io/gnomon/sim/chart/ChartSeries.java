package io.gnomon.sim.chart;

/**
 * A named series of a chart.
 *
 * @param shape how its points are drawn
 * @param name in the legend
 * @param x positions; for bars the index of the category
 * @param y values, as many as {@code x}; ignored for marks
 */
record ChartSeries(Shape shape, String name, double[] x, double[] y) {
  /** How points are drawn. */
  enum Shape {
    /** Joined by straight lines. */
    LINE,
    /** As a step function. */
    STEPS,
    /** As bars from the axis. */
    BARS,
    /** As vertical lines across the chart. */
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
