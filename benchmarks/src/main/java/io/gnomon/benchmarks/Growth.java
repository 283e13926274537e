package io.gnomon.benchmarks;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.report.ChartAxis;
import io.gnomon.sim.report.SvgChart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What an event costs by how many jobs wait, and by how many run, for each policy. */
final class Growth {
  private static final int EVENTS = 20_000;
  private static final int FEW_EVENTS = 400;
  private static final double PATIENCE_SECONDS = 3;
  private static final int RUNNING_MACHINE = 512;
  private static final int WAITING_WHILE_RUNNING_GROWS = 1_000;
  private static final double NANOSECONDS = 1e9;
  private static final double MICROSECONDS = 1e6;
  private static final int[] WAITING = {1_000, 10_000, 100_000, 1_000_000};
  private static final int[] PROCESSORS = {1_000, 10_000, 100_000, 1_000_000};
  private static final List<String> POLICIES =
      List.of("easy", "multi-queue(partitions=4)", "conservative", "easy(order=shortest)");

  private final StringBuilder text = new StringBuilder();
  private final List<double[]> byWaiting = new ArrayList<>();

  /** Measures all; {@code quick} leaves out the largest. */
  static Growth measured(boolean quick) {
    Growth growth = new Growth();
    int sizes = quick ? 3 : WAITING.length;
    growth.header("waiting jobs", WAITING, sizes);
    for (String policy : POLICIES) {
      double[] seconds = new double[sizes];
      boolean tooSlow = false;
      for (int i = 0; i < sizes; i++) {
        seconds[i] = tooSlow ? Double.NaN : event(policy, RUNNING_MACHINE, WAITING[i]);
        tooSlow |= seconds[i] * FEW_EVENTS > PATIENCE_SECONDS;
      }
      growth.byWaiting.add(seconds);
      growth.row(policy, seconds);
    }
    growth.header("processors", PROCESSORS, sizes);
    for (String policy : POLICIES) {
      growth.row(
          policy,
          IntStream.range(0, sizes)
              .mapToDouble(i -> event(policy, PROCESSORS[i], WAITING_WHILE_RUNNING_GROWS))
              .toArray());
    }
    return growth;
  }

  /**
   * How many times as much an event of EASY costs with the most waiting jobs as with the fewest.
   */
  double easyRatio() {
    double[] easy = byWaiting.get(0);
    return easy[easy.length - 1] / easy[0];
  }

  /** How many times as large the logarithm of the number of waiting jobs became meanwhile. */
  double logRatio() {
    return Math.log(WAITING[byWaiting.get(0).length - 1]) / Math.log(WAITING[0]);
  }

  /** Seconds of one event, a median. */
  private static double event(String policy, int processors, int waiting) {
    double[] rounds = new double[3];
    for (int round = 0; round < rounds.length; round++) {
      rounds[round] = run(policy, processors, waiting);
    }
    Arrays.sort(rounds);
    return rounds[1];
  }

  private static double run(String policy, int processors, int waiting) {
    Simulation simulation =
        new Simulation(
            new ClusterState(processors),
            Policies.create(policy),
            new SteadyArrivals(processors, waiting),
            SimulationListener.NONE);
    for (int i = 0; i < FEW_EVENTS; i++) {
      simulation.step();
    }
    long began = System.nanoTime();
    int events = 0;
    long elapsed = 0;
    while (events < EVENTS && elapsed < PATIENCE_SECONDS * NANOSECONDS) {
      for (int i = 0; i < FEW_EVENTS / 4; i++) {
        simulation.step();
        events++;
      }
      elapsed = System.nanoTime() - began;
    }
    return elapsed / NANOSECONDS / events;
  }

  private void header(String what, int[] sizes, int count) {
    text.append("\n| µs an instant, by ").append(what);
    for (int i = 0; i < count; i++) {
      text.append(String.format(Locale.ROOT, " | %,d", sizes[i]));
    }
    text.append(" |\n|---").append("|---".repeat(count)).append("|\n");
  }

  private void row(String policy, double[] seconds) {
    text.append("| `").append(policy).append('`');
    for (double value : seconds) {
      text.append(
          Double.isNaN(value)
              ? " | –"
              : String.format(Locale.ROOT, " | %.3g", value * MICROSECONDS));
    }
    text.append(" |\n");
  }

  /** Draws the cost by waiting jobs. */
  void draw(@Nullable Path file) throws IOException {
    if (file == null) {
      return;
    }
    SvgChart chart =
        SvgChart.xy(
            "Cost of an instant by waiting jobs",
            ChartAxis.log("waiting jobs"),
            ChartAxis.log("time, µs"));
    for (int i = 0; i < POLICIES.size(); i++) {
      double[] seconds = byWaiting.get(i);
      int known = (int) Arrays.stream(seconds).filter(s -> !Double.isNaN(s)).count();
      double[] x = IntStream.range(0, known).mapToDouble(k -> WAITING[k]).toArray();
      double[] y = IntStream.range(0, known).mapToDouble(k -> seconds[k] * MICROSECONDS).toArray();
      chart.line(POLICIES.get(i), x, y);
    }
    chart.write(file);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
