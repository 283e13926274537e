package io.gnomon.sim.chart;

/**
 * One axis of an {@link SvgChart}.
 *
 * @param label quantity with its unit after a comma, such as {@code wait, s}
 * @param logarithmic whether the axis is logarithmic (base 10); values up to 0 are drawn at its
 *     lower end
 */
public record ChartAxis(String label, boolean logarithmic) {
  /** A linear axis. */
  public static ChartAxis linear(String label) {
    return new ChartAxis(label, false);
  }

  /** A logarithmic axis. */
  public static ChartAxis log(String label) {
    return new ChartAxis(label, true);
  }
}
