package io.gnomon.sim.chart;

import io.gnomon.sim.chart.ChartSeries.Shape;
import java.util.List;

/** The legend of a chart: names and samples of its series, in as many lines as necessary. */
final class ChartLegend {
  private static final double LINE_HEIGHT = 20;
  private static final double SAMPLE = 34;
  private static final double GAP = 22;

  /** Estimated width of a letter at 12 pixels, independent of installed fonts. */
  private static final double LETTER = 6.8;

  private final List<ChartSeries> series;
  private final double[] left;
  private final int[] row;

  ChartLegend(List<ChartSeries> series, double from, double to) {
    this.series = series;
    left = new double[series.size()];
    row = new int[series.size()];
    double x = from;
    int line = 0;
    for (int i = 0; i < series.size(); i++) {
      double width = SAMPLE + LETTER * series.get(i).name().length();
      if (x > from && x + width > to) {
        x = from;
        line++;
      }
      left[i] = x;
      row[i] = line;
      x += width + GAP;
    }
  }

  double height() {
    return series.isEmpty() ? 8 : (row[row.length - 1] + 1) * LINE_HEIGHT + 8;
  }

  void paint(SvgPage page, double top) {
    for (int i = 0; i < series.size(); i++) {
      double x = left[i];
      double y = top + row[i] * LINE_HEIGHT;
      ChartStyle style = ChartStyle.of(i);
      Shape shape = series.get(i).shape();
      if (shape == Shape.BARS) {
        page.rectangle(x + 12, y + 2, 12, 12, style.bar());
      } else if (shape == Shape.MARKS) {
        page.line(x + 14, y, x + 14, y + 16, style.mark());
      } else {
        page.line(x, y + 8, x + 28, y + 8, style.line());
      }
      page.text(x + SAMPLE, y + 12, series.get(i).name());
    }
  }
}
