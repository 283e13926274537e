package io.gnomon.sim.reproduce;

import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.metric.SlowdownRatio;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.report.TuneCharts;
import io.gnomon.sim.reproduce.ReproducedStudy.Chart;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/**
 * The study of Lawson and Smirni 2005: the slowdown ratio R of the self-adaptive loop for every
 * threshold and horizon (Table 3), and its tests and changes with the parameters of Table 1 (Table
 * 2).
 */
public final class Lawson2005 implements PublishedStudy {
  private static final int MOST_PARTITIONS = 4;
  private static final int HORIZONS = 2;
  private static final double[] THRESHOLDS = {2.5, 5, 7.5, 10, 25, 50, 75, 100};

  /**
   * The published numbers of one trace.
   *
   * @param threshold of Table 1
   * @param weeks of Table 1
   * @param ratios of Table 3, by threshold, one and two weeks
   * @param tests of Table 2: tests, changes, changes to 1, 2, 3 and 4 partitions
   */
  private record Published(
      ArchiveTrace trace,
      String name,
      int processors,
      double threshold,
      int weeks,
      double[] ratios,
      int[] tests) {
    /** Its part of the names of charts. */
    String slug() {
      return name.toLowerCase(Locale.ROOT).replace(' ', '-');
    }
  }

  private static final List<Published> PUBLISHED =
      List.of(
          ctc("CTC", 512),
          ctc("CTC 430", 430),
          new Published(
              ArchiveTrace.KTH,
              "KTH",
              100,
              100,
              2,
              new double[] {
                5.327, 4.520, 5.790, 4.918, 5.117, 4.543, 5.608, 4.577, 5.940, 5.227, 6.275, 6.135,
                2.936, 4.569, 4.002, 6.431
              },
              new int[] {26, 18, 2, 6, 4, 6}),
          new Published(
              ArchiveTrace.SDSC_SP2,
              "SDSC-SP2",
              128,
              25,
              1,
              new double[] {
                12.823, 13.331, 13.474, 12.713, 13.211, 11.613, 13.200, 11.573, 13.709, 11.675,
                11.972, 12.961, 12.433, 12.547, 6.985, 10.831
              },
              new int[] {90, 53, 4, 16, 13, 20}),
          new Published(
              ArchiveTrace.SDSC_BLUE,
              "Blue Horizon",
              1152,
              10,
              1,
              new double[] {
                1.092, 1.224, 1.025, 1.21, 0.922, 1.33, 0.897, 1.356, 0.915, 1.323, 1.265, 1.201,
                1.25, 1.306, 1.297, 1.301
              },
              new int[] {60, 41, 10, 9, 7, 15}));

  private static final List<String> COUNTED =
      List.of("tests", "changes", "to P = 1", "to P = 2", "to P = 3", "to P = 4");

  /** The report has 512 processors, but by its tests and changes a machine of 430 is likelier. */
  private static Published ctc(String name, int processors) {
    return new Published(
        ArchiveTrace.CTC,
        name,
        processors,
        2.5,
        2,
        new double[] {
          0.649, 0.712, -0.676, 0.269, -0.100, 0.443, 0.572, 0.559, 0.552, 0.645, 0.133, 0.013,
          0.157, 0.033, -0.637, 0.466
        },
        new int[] {44, 27, 7, 8, 8, 4});
  }

  @Override
  public String study() {
    return "lawson2005";
  }

  @Override
  public String title() {
    return "Self-Adaptive Scheduler Parameterization";
  }

  @Override
  public ReproducedStudy run(Path traces, DoubleConsumer progress) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Figure> ratios = new ArrayList<>();
      List<Figure> tests = new ArrayList<>();
      List<Chart> charts = new ArrayList<>();
      ProgressCounter counter =
          new ProgressCounter(PUBLISHED.size() * THRESHOLDS.length * HORIZONS, progress);
      for (Published published : PUBLISHED) {
        run(published, traces, pool, counter, ratios, tests, charts);
      }
      return new ReproducedStudy(
          study(),
          title(),
          List.of(
              new Table("Table 3: slowdown ratio R", ratios),
              new Table("Table 2: tests and changes", tests)),
          charts);
    } finally {
      pool.shutdownNow();
    }
  }

  private static void run(
      Published published,
      Path traces,
      ExecutorService pool,
      ProgressCounter counter,
      List<Figure> ratios,
      List<Figure> tests,
      List<Chart> charts)
      throws IOException {
    JobLog log = published.trace.read(traces, published.processors, OverrunRule.KNOWN).log();
    ScheduleListener single = new ScheduleListener(log.size());
    new Simulation(
            new ClusterState(published.processors),
            Policies.create("easy"),
            new LogArrivals(log),
            single)
        .run();
    Schedule untuned = single.schedule();
    List<CompletableFuture<TunedRun>> cells = new ArrayList<>();
    for (double threshold : THRESHOLDS) {
      for (int weeks = 1; weeks <= HORIZONS; weeks++) {
        TuneSettings settings =
            TuneSettings.weekly(threshold, weeks * TuneSettings.WEEK, MOST_PARTITIONS);
        cells.add(
            CompletableFuture.supplyAsync(
                () -> {
                  TunedRun run = tuned(log, published.processors, settings);
                  counter.completed();
                  return run;
                },
                pool));
      }
    }
    double[] ours = new double[cells.size()];
    for (int cell = 0; cell < cells.size(); cell++) {
      double threshold = THRESHOLDS[cell / 2];
      int weeks = 1 + cell % 2;
      TunedRun run = cells.get(cell).join();
      ours[cell] = SlowdownRatio.of(log, untuned, run.schedule()).mean();
      String column = "T " + Numbers.rounded(threshold) + " L " + weeks;
      ratios.add(new Figure(published.name, column, published.ratios[cell], ours[cell]));
      if (threshold == published.threshold && weeks == published.weeks) {
        for (int i = 0; i < COUNTED.size(); i++) {
          tests.add(
              new Figure(published.name, COUNTED.get(i), published.tests[i], counted(run, i)));
        }
        String title = "Bounded slowdown week by week, " + published.name + ", " + column;
        charts.add(
            new Chart(
                "weeks-" + published.slug(), new TuneCharts(title, log, untuned, run).weekly()));
      }
    }
    charts.add(ratioChart(published, ours));
  }

  /** R by threshold, with a published and a reproduced line for each horizon. */
  private static Chart ratioChart(Published published, double[] ours) {
    SvgChart chart =
        SvgChart.xy(
            "Slowdown ratio R, " + published.name,
            ChartAxis.log("threshold T (mean bounded slowdown of a week)"),
            ChartAxis.linear("R, positive where tuning helps"));
    for (int weeks = 1; weeks <= HORIZONS; weeks++) {
      chart.line("ours, L " + weeks, THRESHOLDS, everySecond(ours, weeks - 1));
    }
    for (int weeks = 1; weeks <= HORIZONS; weeks++) {
      chart.line("report, L " + weeks, THRESHOLDS, everySecond(published.ratios, weeks - 1));
    }
    return new Chart("ratio-" + published.slug(), chart);
  }

  private static double[] everySecond(double[] values, int first) {
    return IntStream.range(0, values.length / 2).mapToDouble(i -> values[2 * i + first]).toArray();
  }

  private static TunedRun tuned(JobLog log, int processors, TuneSettings settings) {
    Spec first = Spec.of("multi-queue").with("partitions", MOST_PARTITIONS);
    return new TuneLoop(log, processors, settings, Runnable::run).run(first, time -> {});
  }

  private static int counted(TunedRun run, int i) {
    return switch (i) {
      case 0 -> run.studies();
      case 1 -> run.changes();
      default -> run.changesTo().getOrDefault(Integer.toString(i - 1), 0);
    };
  }
}
