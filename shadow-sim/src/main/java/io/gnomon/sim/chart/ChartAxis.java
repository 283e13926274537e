package io.gnomon.sim.chart;

/**
 * One axis of an {@link SvgChart}.
 *
 * @param label what it measures, with the unit after a comma, such as {@code wait, s}
 * @param logarithmic base 10; values at or below 0 are then drawn at the axis's lower end
 */
public record ChartAxis(String label, boolean logarithmic) {
  /** Equal distances for equal differences. */
  public static ChartAxis linear(String label) {
    return new ChartAxis(label, false);
  }

  /** Equal distances for equal ratios. */
  public static ChartAxis log(String label) {
    return new ChartAxis(label, true);
  }
}
