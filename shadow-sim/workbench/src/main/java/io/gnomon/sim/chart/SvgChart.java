package io.gnomon.sim.chart;

import io.gnomon.commandline.FileAccess;
import io.gnomon.sim.chart.ChartSeries.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An SVG chart of lines, steps and marks over numbers, or of bars over named categories.
 *
 * <pre>{@code
 * SvgChart.xy("Wait on CTC", ChartAxis.log("wait, s"), ChartAxis.linear("fraction of jobs"))
 *     .steps("easy", waits, fractions)
 *     .steps("conservative", otherWaits, otherFractions)
 *     .write(folder.resolve("wait.svg"));
 * SvgChart.bars("Slowdown by category", "category", names, ChartAxis.log("mean slowdown"))
 *     .bars("easy", slowdowns)
 *     .write(folder.resolve("categories.svg"));
 * }</pre>
 *
 * <p>The page is white, 860 pixels wide, with the legend below. Series differ in colour, with a
 * palette that colour-blind readers can distinguish, and lines also in their dashes. A value that
 * is NaN or infinite leaves a gap. Text is not converted to paths, layout does not depend on
 * installed fonts and there is no date, so equal series give equal bytes on any machine, also
 * without a display. Points closer than a pixel to the previous one are omitted: a series of any
 * length costs O(n) time and at most some tens of kilobytes. Not thread-safe while series are
 * added.
 */
public final class SvgChart {
  private final String title;
  private final ChartAxis xAxis;
  private final ChartAxis yAxis;
  private final List<String> categories;
  private final List<ChartSeries> series = new ArrayList<>();

  private SvgChart(String title, ChartAxis xAxis, ChartAxis yAxis, List<String> categories) {
    this.title = title;
    this.xAxis = xAxis;
    this.yAxis = yAxis;
    this.categories = List.copyOf(categories);
  }

  /** Creates a chart with two numeric axes, for lines, steps and marks. */
  public static SvgChart xy(String title, ChartAxis x, ChartAxis y) {
    return new SvgChart(title, x, y, List.of());
  }

  /**
   * Creates a chart of grouped bars over named categories.
   *
   * @throws IllegalArgumentException if there is no category
   */
  public static SvgChart bars(String title, String xLabel, List<String> categories, ChartAxis y) {
    if (categories.isEmpty()) {
      throw new IllegalArgumentException("a bar chart needs at least one category");
    }
    return new SvgChart(title, ChartAxis.linear(xLabel), y, categories);
  }

  /**
   * Adds a line; if there are few points, each one is marked with a dot.
   *
   * @throws IllegalArgumentException if the arrays differ in length, or this is a bar chart
   */
  public SvgChart line(String name, double[] x, double[] y) {
    return add(Shape.LINE, name, x, y);
  }

  /**
   * Adds a step function that keeps each value until the next x, such as a distribution. The x
   * values must not decrease.
   *
   * @throws IllegalArgumentException if the arrays differ in length, or this is a bar chart
   */
  public SvgChart steps(String name, double[] x, double[] y) {
    return add(Shape.STEPS, name, x, y);
  }

  /**
   * Adds thin vertical lines at these x, such as the times of changes.
   *
   * @throws IllegalArgumentException if this is a bar chart
   */
  public SvgChart marks(String name, double[] x) {
    return add(Shape.MARKS, name, x, x);
  }

  /**
   * Adds one bar for each category, from 0 (on a logarithmic axis: from its lower end).
   *
   * @throws IllegalArgumentException if there are not as many values as categories
   */
  public SvgChart bars(String name, double[] values) {
    if (values.length != categories.size()) {
      throw new IllegalArgumentException(
          "series '%s' has %d values; this chart has %d categories"
              .formatted(name, values.length, categories.size()));
    }
    double[] indices = IntStream.range(0, values.length).asDoubleStream().toArray();
    series.add(new ChartSeries(Shape.BARS, name, indices, values.clone()));
    return this;
  }

  /** The SVG document. */
  public String toSvg() {
    return new SvgChartPainter(title, xAxis, yAxis, categories, series).paint();
  }

  /** Writes the document, replacing the file; creates the folder if missing. */
  public void write(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    FileAccess.replaceText(file, toSvg());
  }

  private SvgChart add(Shape shape, String name, double[] x, double[] y) {
    if (!categories.isEmpty()) {
      throw new IllegalArgumentException(
          "series '%s' is over numbers, but this chart is over categories: use bars"
              .formatted(name));
    }
    series.add(new ChartSeries(shape, name, x.clone(), y.clone()));
    return this;
  }
}
