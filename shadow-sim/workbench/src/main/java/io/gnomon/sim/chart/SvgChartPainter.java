package io.gnomon.sim.chart;

import io.gnomon.sim.chart.ChartSeries.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Draws one chart: frame, axes, series and legend. An instance draws one chart only. */
final class SvgChartPainter {
  private static final double WIDTH = 860;
  private static final double LEFT = 78;
  private static final double RIGHT = 24;
  private static final double TOP = 44;
  private static final double PLOT_HEIGHT = 340;
  private static final double AXIS_HEIGHT = 54;
  private static final double BAR_GROUP_PART = 0.82;
  private static final double CLOSE_PIXELS = 0.9;
  private static final int MAX_DOTS = 40;
  private static final String GRID = "#e3e3e3";
  private static final String FRAME = "#555555";

  private final String title;
  private final ChartAxis xAxis;
  private final ChartAxis yAxis;
  private final List<String> categories;
  private final List<ChartSeries> series;
  private final ChartLegend legend;
  private final SvgPage page;
  private final ChartScale x;
  private final ChartScale y;

  SvgChartPainter(
      String title,
      ChartAxis xAxis,
      ChartAxis yAxis,
      List<String> categories,
      List<ChartSeries> series) {
    this.title = title;
    this.xAxis = xAxis;
    this.yAxis = yAxis;
    this.categories = categories;
    this.series = series;
    legend = new ChartLegend(series, LEFT, WIDTH - RIGHT);
    double height = TOP + PLOT_HEIGHT + AXIS_HEIGHT + legend.height();
    page = new SvgPage(WIDTH, height, title, description());
    double[] xs =
        shown(series.stream().flatMapToDouble(s -> Arrays.stream(s.x())), xAxis.logarithmic());
    double[] ys =
        shown(
            series.stream()
                .filter(s -> s.shape() != Shape.MARKS)
                .flatMapToDouble(s -> Arrays.stream(s.y())),
            yAxis.logarithmic());
    x = ChartScale.of(xAxis, xs[0], xs[1], false, LEFT, WIDTH - RIGHT);
    y = ChartScale.of(yAxis, ys[0], ys[1], !categories.isEmpty(), TOP + PLOT_HEIGHT, TOP);
  }

  /** The minimum and maximum of the values that the axis can show. */
  private static double[] shown(DoubleStream values, boolean logarithmic) {
    var range =
        values.filter(v -> Double.isFinite(v) && (v > 0 || !logarithmic)).summaryStatistics();
    return new double[] {range.getMin(), range.getMax()};
  }

  private String description() {
    Stream<String> names = series.stream().map(ChartSeries::name);
    return yAxis.label() + " by " + xAxis.label() + ": " + String.join("; ", names.toList());
  }

  String paint() {
    page.text(LEFT, 26, title, "font-size", "16", "font-weight", "bold");
    paintHorizontalGrid();
    if (categories.isEmpty()) {
      paintVerticalGrid();
    } else {
      paintCategories();
    }
    for (int i = 0; i < series.size(); i++) {
      paint(series.get(i), ChartStyle.of(i));
    }
    page.rectangle(LEFT, TOP, WIDTH - RIGHT - LEFT, PLOT_HEIGHT, "fill", "none", "stroke", FRAME);
    paintAxisLabels();
    legend.paint(page, TOP + PLOT_HEIGHT + AXIS_HEIGHT);
    return page.document();
  }

  private void paintHorizontalGrid() {
    for (double tick : y.ticks()) {
      double at = y.at(tick);
      page.line(LEFT, at, WIDTH - RIGHT, at, "stroke", GRID);
      page.text(LEFT - 8, at + 4, Numbers.rounded(tick), "text-anchor", "end");
    }
  }

  private void paintVerticalGrid() {
    for (double tick : x.ticks()) {
      double at = x.at(tick);
      page.line(at, TOP, at, TOP + PLOT_HEIGHT, "stroke", GRID);
      page.text(at, TOP + PLOT_HEIGHT + 18, Numbers.rounded(tick), "text-anchor", "middle");
    }
  }

  private void paintCategories() {
    for (int i = 0; i < categories.size(); i++) {
      double middle = LEFT + (i + 0.5) * groupWidth();
      page.text(middle, TOP + PLOT_HEIGHT + 18, categories.get(i), "text-anchor", "middle");
    }
  }

  private void paintAxisLabels() {
    double middle = (LEFT + WIDTH - RIGHT) / 2;
    page.text(middle, TOP + PLOT_HEIGHT + 40, xAxis.label(), "text-anchor", "middle");
    double centre = TOP + PLOT_HEIGHT / 2;
    String turned = "rotate(-90 18 " + SvgPage.length(centre) + ")";
    page.text(18, centre, yAxis.label(), "text-anchor", "middle", "transform", turned);
  }

  private void paint(ChartSeries one, ChartStyle style) {
    switch (one.shape()) {
      case LINE, STEPS -> paintPath(one, style);
      case BARS -> paintBars(one, style);
      case MARKS -> {
        for (double mark : one.x()) {
          page.line(x.at(mark), TOP, x.at(mark), TOP + PLOT_HEIGHT, style.mark());
        }
      }
    }
  }

  private void paintPath(ChartSeries one, ChartStyle style) {
    StringBuilder path = new StringBuilder();
    double lastX = Double.NaN;
    double lastY = Double.NaN;
    int points = one.x().length;
    for (int i = 0; i < points; i++) {
      if (!Double.isFinite(one.x()[i]) || !Double.isFinite(one.y()[i])) {
        lastX = Double.NaN;
        continue;
      }
      double px = x.at(one.x()[i]);
      double py = y.at(one.y()[i]);
      boolean close = Math.abs(px - lastX) < CLOSE_PIXELS && Math.abs(py - lastY) < CLOSE_PIXELS;
      if (close && i < points - 1) {
        continue;
      }
      if (Double.isNaN(lastX)) {
        path.append('M').append(point(px, py));
      } else if (one.shape() == Shape.STEPS) {
        path.append('H').append(SvgPage.length(px)).append('V').append(SvgPage.length(py));
      } else {
        path.append('L').append(point(px, py));
      }
      if (one.shape() == Shape.LINE && points <= MAX_DOTS) {
        page.dot(px, py, 3, "fill", style.colour());
      }
      lastX = px;
      lastY = py;
    }
    page.path(path.toString(), style.line());
  }

  private static String point(double px, double py) {
    return SvgPage.length(px) + "," + SvgPage.length(py);
  }

  private double groupWidth() {
    return (WIDTH - RIGHT - LEFT) / categories.size();
  }

  private void paintBars(ChartSeries one, ChartStyle style) {
    double width = groupWidth() * BAR_GROUP_PART / series.size();
    double base = y.at(yAxis.logarithmic() ? y.low() : 0);
    for (int i = 0; i < one.y().length; i++) {
      if (Double.isFinite(one.y()[i])) {
        double left =
            LEFT + (i + (1 - BAR_GROUP_PART) / 2) * groupWidth() + series.indexOf(one) * width;
        double end = y.at(one.y()[i]);
        page.rectangle(left, Math.min(base, end), width, Math.abs(base - end), style.bar());
      }
    }
  }
}
