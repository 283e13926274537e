package io.gnomon.sim.reproduce;

import static java.util.Objects.requireNonNull;

import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.reproduce.ReproducedStudy.Chart;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleConsumer;
import java.util.function.ToDoubleFunction;

/**
 * The study of Perković and Keleher 2000 on CTC with 430 processors: the properties of the trace
 * (Tables 1 and 2), guaranteed and actual delays (Table 3), and the techniques separately and
 * combined (Figures 3 to 9, for some of which the text gives numbers).
 *
 * <p>Bounded slowdown and delay are defined as in the paper: elapsed time over the submitted
 * runtime, at least ten seconds, and the time from submission to the last start. Results of
 * randomised algorithms are means over {@value #SEEDS} seeds.
 */
public final class Perkovic2000 implements PublishedStudy {
  private static final int PROCESSORS = 430;
  private static final int SEEDS = 3;
  private static final double PERCENT = 100;
  private static final double NONE = Double.NaN;
  private static final String BASE = "BF";
  private static final String RATIO = "ratio";

  private static final List<String> ALGORITHMS =
      List.of(
          BASE, "P", "R", "1/L", "P/L", "R/L", "BF-NG", "P-NG", "R-NG", "1/L-NG", "P/L-NG",
          "R/L-NG");
  private static final List<Integer> PERCENTAGES = List.of(10, 30, 50, 70, 90);

  /**
   * Sums over all jobs of one run.
   *
   * @param byShape sums of bounded slowdowns in the order of {@link TraceShape#NAMES}
   */
  private record Sums(
      double slowdown, double delay, double response, int atOnce, double[] byShape) {
    static Sums of(Outcome outcome) {
      JobLog log = outcome.log();
      double[] byShape = new double[TraceShape.NAMES.size()];
      double delay = 0;
      double response = 0;
      int atOnce = 0;
      for (int job = 0; job < log.size(); job++) {
        int elapsed = outcome.turnaround(job);
        int bound = Math.max(Outcome.SLOWDOWN_BOUND_SECONDS, log.runtime(job));
        byShape[TraceShape.of(log, job)] += (double) elapsed / bound;
        delay += outcome.schedule().start(job) - log.submit(job);
        response += elapsed;
        atOnce += outcome.schedule().start(job) == log.submit(job) ? 1 : 0;
      }
      return new Sums(Arrays.stream(byShape).sum(), delay, response, atOnce, byShape);
    }
  }

  /** The sums of one algorithm, by seed. */
  private record Seeds(List<Sums> seeds) {
    double mean(ToDoubleFunction<Sums> figure) {
      return seeds.stream().mapToDouble(figure).average().orElseThrow();
    }
  }

  private int jobs;
  private Map<String, Sums> sums = Map.of();

  @Override
  public String study() {
    return "perkovic2000";
  }

  @Override
  public String title() {
    return "Randomization, Speculation, and Adaptation in Batch Schedulers";
  }

  @Override
  public ReproducedStudy run(Path traces, DoubleConsumer progress) throws IOException {
    JobLog log = ArchiveTrace.CTC.read(traces, PROCESSORS, OverrunRule.KNOWN).log();
    Set<String> specs = new LinkedHashSet<>();
    for (String stages : allStages()) {
      for (String algorithm : ALGORITHMS) {
        specs.addAll(specs(algorithm, stages));
      }
    }
    jobs = log.size();
    sums =
        StudyRuns.each(
            log, PROCESSORS, specs, Sums::of, new ProgressCounter(specs.size(), progress));
    List<Table> tables = new ArrayList<>(TraceShape.tables(log));
    tables.add(GuaranteedDelays.table(log, PROCESSORS));
    tables.add(figure3());
    tables.add(figure4());
    for (int percentage : PERCENTAGES) {
      tables.add(
          relative(
              "Figure 5: speculation at " + percentage + " %, relative to none",
              speculation(percentage),
              ""));
    }
    for (int percentage : PERCENTAGES) {
      tables.add(
          relative(
              "Figure 6: test runs beside speculation at " + percentage + " %, relative to none",
              speculation(percentage) + ", test-runs=5m",
              speculation(percentage)));
    }
    tables.add(toConservative("Figure 7: half width", ", mold=half"));
    tables.add(toConservative("Figure 7: quarter width", ", mold=quarter"));
    tables.add(toConservative("Figure 8: greedy adaptation", ", mold=greedy"));
    tables.add(toConservative("Figure 9: half width, widening", ", mold=half, widen=true"));
    tables.add(
        toConservative("Figure 9: half width, speculation, test runs", ", mold=half" + tried()));
    tables.add(
        toConservative(
            "Figure 9: half width, widening, speculation, test runs",
            ", mold=half, widen=true" + tried()));
    return new ReproducedStudy(study(), title(), tables, charts(tables));
  }

  private static List<Chart> charts(List<Table> tables) {
    List<String> toBase = List.of("slowdown to BF", "delay to BF");
    List<Chart> charts = new ArrayList<>();
    for (Table table : tables) {
      if (table.title().matches("Figure [3789].*")) {
        String name = table.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        charts.add(TableCharts.bars("perkovic2000-" + name, table, "algorithm", RATIO, toBase));
      } else if (table.title().startsWith("Figure 4")) {
        List<String> shapes = TraceShape.NAMES.stream().map(shape -> shape + " to BF").toList();
        charts.add(
            TableCharts.bars("perkovic2000-figure-4-shapes", table, "algorithm", RATIO, shapes));
      }
    }
    charts.add(sweep("Figure 5", "speculation", tables));
    charts.add(sweep("Figure 6", "test runs beside speculation", tables));
    return charts;
  }

  private static Chart sweep(String figure, String what, List<Table> tables) {
    return TableCharts.lines(
        "perkovic2000-" + figure.toLowerCase(Locale.ROOT).replace(' ', '-'),
        figure + ": bounded slowdown with " + what + ", relative to none",
        ChartAxis.linear("speculated share of the estimate, %"),
        ChartAxis.linear(RATIO),
        PERCENTAGES.stream().mapToDouble(percentage -> percentage).toArray(),
        tables.stream().filter(table -> table.title().startsWith(figure)).toList());
  }

  private static List<String> allStages() {
    List<String> stages = new ArrayList<>();
    stages.add("");
    for (int percentage : PERCENTAGES) {
      stages.add(speculation(percentage));
      stages.add(speculation(percentage) + ", test-runs=5m");
    }
    stages.add(", mold=half");
    stages.add(", mold=quarter");
    stages.add(", mold=greedy");
    stages.add(", mold=half, widen=true");
    stages.add(", mold=half" + tried());
    stages.add(", mold=half, widen=true" + tried());
    return stages;
  }

  private static String speculation(int percentage) {
    return ", speculation=" + percentage / PERCENT;
  }

  private static String tried() {
    return ", speculation=0.3, test-runs=5m";
  }

  /** The policies of an algorithm, one for each seed; a single one if it is not random. */
  private static List<String> specs(String algorithm, String stages) {
    boolean guarantee = !algorithm.endsWith("-NG");
    String name = guarantee ? algorithm : algorithm.substring(0, algorithm.length() - 3);
    String order =
        switch (name) {
          case "P" -> "priority";
          case "R" -> "random";
          case "1/L" -> "shortest";
          case "P/L" -> "priority/length";
          case "R/L" -> "random/length";
          default -> "arrival";
        };
    List<String> specs = new ArrayList<>();
    boolean random = order.startsWith("r") || order.startsWith("p");
    for (int seed = 1; seed <= (random ? SEEDS : 1); seed++) {
      specs.add(
          "conservative(order="
              + order
              + ", guarantee="
              + guarantee
              + stages
              + (random ? ", seed=" + seed : "")
              + ")");
    }
    return specs;
  }

  private Seeds runs(String algorithm, String stages) {
    return new Seeds(
        specs(algorithm, stages).stream().map(spec -> requireNonNull(sums.get(spec))).toList());
  }

  private Table figure3() {
    List<Figure> figures = new ArrayList<>();
    Seeds base = runs(BASE, "");
    Seeds shortest = runs("1/L", "");
    figures.add(new Figure(BASE, "bounded slowdown", NONE, base.mean(Sums::slowdown) / jobs));
    figures.add(new Figure(BASE, "delay, s", NONE, base.mean(Sums::delay) / jobs));
    figures.add(
        new Figure(BASE, "started at once, %", 61, PERCENT * base.mean(Sums::atOnce) / jobs));
    for (String algorithm : ALGORITHMS) {
      Seeds runs = runs(algorithm, "");
      boolean priority = algorithm.equals("P/L-NG");
      boolean random = algorithm.equals("R/L-NG");
      figures.add(
          new Figure(
              algorithm,
              "slowdown to BF",
              priority ? 0.43 : random ? 0.23 : NONE,
              ratio(runs, base, Sums::slowdown)));
      figures.add(
          new Figure(
              algorithm,
              "delay to BF",
              priority ? 0.62 : random ? 0.35 : NONE,
              ratio(runs, base, Sums::delay)));
      if (priority || random) {
        figures.add(
            new Figure(
                algorithm,
                "slowdown to 1/L",
                priority ? 0.65 : 0.35,
                ratio(runs, shortest, Sums::slowdown)));
        figures.add(
            new Figure(
                algorithm,
                "delay to 1/L",
                priority ? 0.72 : 0.41,
                ratio(runs, shortest, Sums::delay)));
      }
    }
    return new Table("Figure 3: orders, with and without guarantees", figures);
  }

  /** Bounded slowdown by shape, relative to conservative backfilling. */
  private Table figure4() {
    List<Figure> figures = new ArrayList<>();
    Seeds base = runs(BASE, "");
    for (String algorithm : ALGORITHMS) {
      for (int i = 0; i < TraceShape.NAMES.size(); i++) {
        int shape = i;
        figures.add(
            new Figure(
                algorithm,
                TraceShape.NAMES.get(shape) + " to BF",
                NONE,
                ratio(runs(algorithm, ""), base, sums -> sums.byShape[shape])));
      }
    }
    return new Table("Figure 4: bounded slowdown by shape", figures);
  }

  private static double ratio(Seeds ours, Seeds to, ToDoubleFunction<Sums> figure) {
    return ours.mean(figure) / to.mean(figure);
  }

  /** The ratio of each algorithm with {@code stages} to the same algorithm with {@code without}. */
  private Table relative(String title, String stages, String without) {
    List<Figure> figures = new ArrayList<>();
    for (String algorithm : ALGORITHMS) {
      figures.add(
          new Figure(
              algorithm,
              "slowdown",
              NONE,
              ratio(runs(algorithm, stages), runs(algorithm, without), Sums::slowdown)));
    }
    return new Table(title, figures);
  }

  /** The ratio of each algorithm with {@code stages} to conservative backfilling. */
  private Table toConservative(String title, String stages) {
    boolean everything = stages.contains("widen") && stages.contains("speculation");
    List<Figure> figures = new ArrayList<>();
    Seeds base = runs(BASE, "");
    for (String algorithm : ALGORITHMS) {
      Seeds runs = runs(algorithm, stages);
      boolean best = everything && algorithm.equals("R/L-NG");
      figures.add(
          new Figure(
              algorithm, "slowdown to BF", best ? 0.15 : NONE, ratio(runs, base, Sums::slowdown)));
      figures.add(
          new Figure(algorithm, "delay to BF", best ? 0.21 : NONE, ratio(runs, base, Sums::delay)));
      figures.add(new Figure(algorithm, "response to BF", NONE, ratio(runs, base, Sums::response)));
    }
    return new Table(title, figures);
  }
}
