package io.gnomon.sim.reproduce;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.input.SlurmSite;
import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.reproduce.ReproducedStudy.Chart;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.workload.machinefile.MachineSource;
import io.gnomon.sim.workload.sacct.SacctExport;
import io.gnomon.sim.workload.sacct.SacctOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * What a changed setting does to the mean wait in Slurm's own scheduling code, and what simulations
 * of the record of one run without the change predict. The cluster has ten nodes and 500 jobs; the
 * folder has that record as {@code sacct} printed it, the site's files, and the schedules of eight
 * such runs. Of the runs with a changed setting, three each, the least and the greatest mean wait
 * are known. Runs of Slurm differ by when they begin and by single seconds of submissions, and so
 * do the simulations.
 */
public final class SlurmSettingStudy implements PublishedStudy {
  private static final String RECORD = "micro_a.sacct.txt.gz";
  private static final String ASSOCIATIONS = "sacctmgr.used";
  private static final String CONF = "conf/micro_a";
  private static final int SEEDS = 16;

  /** Seconds between passes over priorities; the runs begin at different times after the last. */
  private static final int PASSES_SECONDS = 300;

  private static final String UNCHANGED = "unchanged";
  private static final double PERCENT = 100;

  /**
   * Mean waits of runs with one setting, in seconds.
   *
   * @param setting a line of slurm.conf, or an option of its SchedulerParameters
   */
  private record Waits(String setting, double least, double mean, double greatest) {
    /** Of runs known by their extremes only; their middle stands for the mean. */
    Waits(String setting, double least, double greatest) {
      this(setting, least, (least + greatest) / 2, greatest);
    }

    static Waits of(String setting, double[] means) {
      return new Waits(
          setting,
          Arrays.stream(means).min().orElseThrow(),
          Arrays.stream(means).average().orElseThrow(),
          Arrays.stream(means).max().orElseThrow());
    }
  }

  private static final List<Waits> CHANGED =
      List.of(
          new Waits("SchedulerType=sched/builtin", 33_800, 34_000),
          new Waits("PriorityWeightFairshare=0", 11_500, 12_200),
          new Waits("bf_interval=120", 11_500, 11_900),
          new Waits("PriorityWeightAge=0", 10_600, 11_000),
          new Waits("TopologyPlugin=topology/none", 9_700, 10_400),
          new Waits("PriorityCalcPeriod=1", 9_000, 9_300),
          new Waits("PriorityWeightJobSize=0", 5_200, 5_600));

  private final int seeds;

  /** The study with 16 simulations of each setting. */
  public SlurmSettingStudy() {
    this(SEEDS);
  }

  /** The study with so many simulations of each setting. */
  SlurmSettingStudy(int seeds) {
    this.seeds = seeds;
  }

  @Override
  public String study() {
    return "slurm-settings";
  }

  @Override
  public String title() {
    return "Mean wait after one setting is changed, by Slurm's own code and predicted";
  }

  @Override
  public ReproducedStudy run(Path traces, DoubleConsumer progress) throws IOException {
    List<Waits> real = new ArrayList<>(CHANGED);
    real.add(Waits.of(UNCHANGED, recorded(traces)));
    ProgressCounter counter = new ProgressCounter(real.size() * seeds, progress);
    List<Waits> ours = new ArrayList<>();
    for (Waits one : real) {
      SimulatedSite site = site(traces, one.setting());
      double[] means =
          LongStream.rangeClosed(1, seeds)
              .parallel()
              .mapToDouble(
                  seed -> {
                    double mean =
                        meanWait(
                            site.with(
                                site.log().later((int) seed * (PASSES_SECONDS / seeds), seed)));
                    counter.completed();
                    return mean;
                  })
              .toArray();
      ours.add(Waits.of(one.setting(), means));
    }
    return new ReproducedStudy(
        study(),
        title(),
        List.of(waits(real, ours), order(real, ours)),
        List.of(new Chart("slurm-settings", chart(real, ours))));
  }

  private static double meanWait(SimulatedSite site) {
    return JobStatistics.of(new Outcome(site.log(), site.simulate()), job -> true).meanWait();
  }

  /** The mean waits of the runs without a change. */
  private static double[] recorded(Path traces) throws IOException {
    List<Double> means = new ArrayList<>();
    try (DirectoryStream<Path> runs = Files.newDirectoryStream(traces, "micro_?.csv.gz")) {
      for (Path run : runs) {
        means.add(meanWait(run));
      }
    }
    if (means.isEmpty()) {
      throw new NoSuchFileException(traces.resolve("micro_a.csv.gz").toString());
    }
    return means.stream().mapToDouble(mean -> mean).toArray();
  }

  private static double meanWait(Path run) throws IOException {
    return rows(run, ",", "submit", "start").stream()
        .mapToDouble(row -> Double.parseDouble(row.get(1)) - Double.parseDouble(row.get(0)))
        .average()
        .orElse(Double.NaN);
  }

  /** Some columns of a compressed table; those before them have no quoted separators. */
  private static List<List<String>> rows(Path table, String separator, String... columns)
      throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(table)), StandardCharsets.UTF_8))) {
      String header = lines.readLine();
      List<String> names = List.of((header == null ? "" : header).split(separator));
      int[] at = Arrays.stream(columns).mapToInt(names::indexOf).toArray();
      if (Arrays.stream(at).min().orElse(0) < 0) {
        throw new IOException(
            "%s begins with '%s'; it must have the columns %s"
                .formatted(table, header, String.join(", ", columns)));
      }
      return lines
          .lines()
          .map(line -> line.split(separator, -1))
          .map(row -> Arrays.stream(at).mapToObj(i -> row[i]).toList())
          .toList();
    }
  }

  /**
   * What sacct printed, with the GPUs of the jobs: this cluster did not record them, for
   * AccountingStorageTRES lacked gres/gpu.
   */
  private static Path record(Path traces, Path folder) throws IOException {
    Map<String, String> gpus = new HashMap<>();
    for (List<String> job : rows(traces.resolve("micro_a.csv.gz"), ",", "slurm_job_id", "gres")) {
      gpus.put(job.get(0), job.get(1).replace("gpu:", ",gres/gpu="));
    }
    StringBuilder text = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(traces.resolve(RECORD))),
                StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        String added = gpus.getOrDefault(line.substring(0, line.indexOf('|')), "");
        text.append(line.replaceAll(",node=\\d+", "$0" + added)).append('\n');
      }
    }
    return Files.writeString(folder.resolve("record.txt"), text);
  }

  /** The recorded jobs at the site with a changed setting. */
  private static SimulatedSite site(Path traces, String setting) throws IOException {
    Path folder = Files.createTempDirectory("gnomon-slurm-settings");
    try {
      for (String name : List.of("gres.conf", "topology.conf")) {
        Files.copy(traces.resolve(CONF).resolve(name), folder.resolve(name));
      }
      String inForce = Files.readString(traces.resolve(CONF).resolve("slurm.conf"));
      Path conf = Files.writeString(folder.resolve("slurm.conf"), changed(inForce, setting));
      Machine machine = MachineSource.read(conf);
      return new SlurmSite(conf)
          .simulated(
              SacctExport.read(record(traces, folder), SacctOptions.UTC, Optional.of(machine))
                  .log(),
              machine,
              traces.resolve(CONF).resolve(ASSOCIATIONS),
              null,
              Spec.of(SlurmFamily.NAME),
              note -> {});
    } finally {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  /**
   * A slurm.conf with a line, or an option of SchedulerParameters, that has another value.
   *
   * @throws IllegalArgumentException if it has no such option
   */
  static String changed(String conf, String setting) {
    if (setting.equals(UNCHANGED)) {
      return conf;
    }
    String key = setting.substring(0, setting.indexOf('=') + 1);
    if (!setting.startsWith("bf_")) {
      return conf.replaceAll("(?mi)^" + key + ".*\\R", "") + "\n" + setting + "\n";
    }
    Matcher option = Pattern.compile("(?<=[=,])" + key + "[^,\\s]*").matcher(conf);
    if (!option.find()) {
      throw new IllegalArgumentException(
          "SchedulerParameters of slurm.conf has no %s to be changed".formatted(key));
    }
    return option.replaceAll(setting);
  }

  private static Table waits(List<Waits> real, List<Waits> ours) {
    double realBefore = real.get(real.size() - 1).mean();
    double before = ours.get(ours.size() - 1).mean();
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < real.size(); i++) {
      Waits slurms = real.get(i);
      Waits predicted = ours.get(i);
      String row = slurms.setting();
      figures.add(new Figure(row, "least, s", slurms.least(), predicted.least()));
      figures.add(new Figure(row, "greatest, s", slurms.greatest(), predicted.greatest()));
      figures.add(
          new Figure(
              row,
              "change, %",
              PERCENT * (slurms.mean() / realBefore - 1),
              PERCENT * (predicted.mean() / before - 1)));
    }
    return new Table("Mean wait of runs", figures);
  }

  /** The ranks, and of the pairs whose runs of Slurm do not overlap, those in the same order. */
  private static Table order(List<Waits> real, List<Waits> ours) {
    List<Figure> figures = new ArrayList<>();
    int apart = 0;
    int same = 0;
    for (int i = 0; i < real.size(); i++) {
      for (int j = 0; j < real.size(); j++) {
        if (real.get(i).greatest() < real.get(j).least()) {
          apart++;
          same += ours.get(i).mean() < ours.get(j).mean() ? 1 : 0;
        }
      }
      figures.add(
          new Figure(real.get(i).setting(), "rank, 1 waits least", rank(real, i), rank(ours, i)));
    }
    figures.add(
        new Figure("pairs whose runs of Slurm do not overlap", "in Slurm's order", apart, same));
    return new Table("Order of the settings", figures);
  }

  private static int rank(List<Waits> all, int of) {
    return 1 + (int) all.stream().filter(other -> other.mean() < all.get(of).mean()).count();
  }

  /** A cross for each setting: horizontally Slurm's runs, vertically the predicted ones. */
  private static SvgChart chart(List<Waits> real, List<Waits> ours) {
    List<Integer> order =
        IntStream.range(0, real.size())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> real.get(i).mean()))
            .toList();
    double[] ends =
        DoubleStream.of(
                real.get(order.get(0)).least(), real.get(order.get(order.size() - 1)).greatest())
            .toArray();
    SvgChart chart =
        SvgChart.xy(
            "Mean wait with one setting changed",
            ChartAxis.log("Slurm, s"),
            ChartAxis.log("predicted, s"));
    chart.line("as predicted", ends, ends);
    for (int i : order) {
      Waits slurms = real.get(i);
      Waits predicted = ours.get(i);
      double x = slurms.mean();
      double y = predicted.mean();
      chart.line(
          slurms.setting(),
          new double[] {slurms.least(), slurms.greatest(), x, x, x},
          new double[] {y, y, y, predicted.least(), predicted.greatest()});
    }
    return chart;
  }
}
