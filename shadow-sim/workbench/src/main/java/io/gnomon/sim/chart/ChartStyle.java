package io.gnomon.sim.chart;

/**
 * The style of a series: a colour of Okabe and Ito's palette, which colour-blind readers can
 * distinguish, and a dash pattern, so that up to 35 lines differ.
 *
 * @param colour SVG colour
 * @param dashes SVG dash pattern
 * @param opacity of bars; lower when colours repeat
 */
record ChartStyle(String colour, String dashes, String opacity) {
  private static final String[] COLOURS = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"
  };
  private static final String[] DASHES = {"none", "8 4", "3 3", "10 3 2 3", "14 5"};
  private static final String[] OPACITIES = {"1", "0.5", "0.25"};

  /** The style of the series with this index. */
  static ChartStyle of(int index) {
    return new ChartStyle(
        COLOURS[index % COLOURS.length],
        DASHES[index % DASHES.length],
        OPACITIES[index / COLOURS.length % OPACITIES.length]);
  }

  String[] line() {
    return new String[] {"stroke", colour, "stroke-width", "2", "stroke-dasharray", dashes};
  }

  String[] mark() {
    return new String[] {"stroke", colour, "stroke-width", "1", "stroke-dasharray", "2 3"};
  }

  String[] bar() {
    return new String[] {"fill", colour, "fill-opacity", opacity, "stroke", colour};
  }
}
