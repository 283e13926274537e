package io.gnomon.benchmarks;

import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.SvgChart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * How the cost of an event grows with the number of waiting or running jobs, by policy.
 *
 * @param what the quantity that grows
 * @param sizes its values
 * @param rows one for each policy; a cost that was not measured is NaN
 */
record Growth(String what, List<Integer> sizes, List<Row> rows) {
  private static final double MICROSECONDS = 1e6;
  private static final List<Integer> WAITING = List.of(1_000, 10_000, 100_000, 1_000_000);
  private static final List<Integer> RUNNING = List.of(100, 1_000, 10_000, 100_000);
  private static final List<String> POLICIES =
      List.of(
          "easy",
          "easy(order=shortest)",
          "multi-queue(partitions=4)",
          "conservative",
          "conservative(guarantee=false, order=shortest)",
          "slack",
          "probabilistic",
          "selective-suspension(factor=2, tuned=true)");

  /**
   * The costs of one policy.
   *
   * @param seconds per event, by size
   */
  record Row(String policy, double[] seconds) {}

  /** Measures the growth with the number of waiting jobs; {@code quick} omits the largest size. */
  static Growth byWaiting(boolean quick, Consumer<String> progress) {
    return measured("waiting jobs", WAITING, quick, EventCost::waiting, progress);
  }

  /** Measures the growth with the number of running jobs; {@code quick} omits the largest size. */
  static Growth byRunning(boolean quick, Consumer<String> progress) {
    return measured("running jobs", RUNNING, quick, EventCost::running, progress);
  }

  private static Growth measured(
      String what,
      List<Integer> all,
      boolean quick,
      ToDoubleBiFunction<String, Integer> cost,
      Consumer<String> progress) {
    List<Integer> sizes = quick ? all.subList(0, all.size() - 1) : all;
    List<Row> rows = new ArrayList<>();
    for (String policy : POLICIES) {
      progress.accept(policy + " by " + what);
      double[] seconds = new double[sizes.size()];
      Arrays.fill(seconds, Double.NaN);
      for (int i = 0; i < seconds.length; i++) {
        seconds[i] = cost.applyAsDouble(policy, sizes.get(i));
        if (seconds[i] > EventCost.MAX_SECONDS) {
          break;
        }
      }
      rows.add(new Row(policy, seconds));
    }
    return new Growth(what, sizes, rows);
  }

  /** The cost of an event of EASY at the largest size over that at the smallest size. */
  double easyRatio() {
    double[] easy = rows.get(0).seconds;
    return easy[easy.length - 1] / easy[0];
  }

  /** The logarithm of the largest size over that of the smallest size. */
  double logRatio() {
    return Math.log(sizes.get(sizes.size() - 1)) / Math.log(sizes.get(0));
  }

  /** Writes the chart. */
  void draw(Path file) throws IOException {
    SvgChart chart =
        SvgChart.xy("Cost of an event by " + what, ChartAxis.log(what), ChartAxis.log("time, µs"));
    double[] x = sizes.stream().mapToDouble(Integer::doubleValue).toArray();
    for (Row row : rows) {
      int measuredSizes = (int) Arrays.stream(row.seconds).filter(s -> !Double.isNaN(s)).count();
      chart.line(
          row.policy,
          Arrays.copyOf(x, measuredSizes),
          IntStream.range(0, measuredSizes)
              .mapToDouble(i -> row.seconds[i] * MICROSECONDS)
              .toArray());
    }
    chart.write(file);
  }

  /** Formats a Markdown table. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("| µs an event, by ").append(what);
    sizes.forEach(size -> text.append(String.format(Locale.ROOT, " | %,d", size)));
    text.append(" |\n|---").append("|---".repeat(sizes.size())).append("|\n");
    for (Row row : rows) {
      text.append("| `").append(row.policy).append('`');
      for (double seconds : row.seconds) {
        text.append(" | ").append(Figure.of(seconds * MICROSECONDS));
      }
      text.append(" |\n");
    }
    return text.toString();
  }
}
