package io.gnomon.sim.cli;

import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.metric.SlowdownRatio;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.report.TuneCharts;
import io.gnomon.sim.report.TuneReport;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Library;
import io.gnomon.sim.tune.SearchSpace;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.PreparedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tune}: the closed loop of lawson2005, off line. */
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    description = {
      "Run a workload in the closed loop: look at it once a period, and where jobs wait too long",
      "simulate alternatives from the state as it is and adopt the best."
    })
final class TuneCommand implements Callable<Integer> {
  /** What is searched. */
  enum Search {
    /** The number of partitions. */
    PARTITIONS,
    /** The number of partitions, their criteria and the library's policies. */
    FULL
  }

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--threshold",
      required = true,
      paramLabel = "T",
      description = "Mean bounded slowdown of the past period above which a study is made.")
  private double threshold;

  @Option(
      names = "--horizon",
      defaultValue = "2w",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How far a study simulates (default: ${DEFAULT-VALUE}).")
  private int horizonSeconds;

  @Option(
      names = "--period",
      defaultValue = "1w",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How often to look (default: ${DEFAULT-VALUE}).")
  private int periodSeconds;

  @Option(
      names = "--max-partitions",
      defaultValue = "4",
      paramLabel = "P",
      description = "The most partitions to try (default: ${DEFAULT-VALUE}).")
  private int maxPartitions;

  @Option(
      names = "--first",
      paramLabel = "SPEC",
      description =
          "The policy at the beginning (default: multi-queue with the most"
              + " partitions; easy in a full search).")
  private @Nullable String first;

  @Option(
      names = "--future",
      defaultValue = "REPLAY",
      paramLabel = "replay|none|oracle",
      description =
          "What a study takes to come: the past again, nobody, or what truly comes (default:"
              + " replay).")
  private TuneLoop.FutureKind future = TuneLoop.FutureKind.REPLAY;

  @Option(
      names = "--search",
      defaultValue = "PARTITIONS",
      paramLabel = "partitions|full",
      description =
          "What to try: numbers of partitions; or these, their criteria and the policies of the"
              + " library (default: partitions).")
  private Search search = Search.PARTITIONS;

  @Option(
      names = "--can",
      split = ",",
      paramLabel = "ABILITY",
      description =
          "What the scheduler can do beyond starting jobs, for a full search: requeueing,"
              + " suspension, molding (default: none).")
  private List<Library.Need> can = List.of();

  @Option(
      names = "--threads",
      defaultValue = "0",
      paramLabel = "N",
      description = "Threads for studies; the result is the same (default: one each core).")
  private int threads;

  @Option(
      names = "--format",
      defaultValue = "TABLE",
      paramLabel = "table|json",
      description = "How to print the report (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  @Option(
      names = "--charts",
      paramLabel = "DIR",
      description =
          "Write weekly-slowdown there, untuned and tuned with the changes marked, as a chart (.svg)"
              + " and as numbers (.csv); the folder is made.")
  private @Nullable Path charts;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (format == OutputFormat.CSV) {
      throw new ParameterException(
          spec.commandLine(), "--format is csv; it must be table or json here");
    }
    TuneSettings settings = settings();
    PolicySpec begin = begin();
    Policies.create(begin);
    PreparedLog prepared = workload.read();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads > 0 ? threads : Runtime.getRuntime().availableProcessors(),
            task -> {
              Thread thread = new Thread(task, "study");
              thread.setDaemon(true);
              return thread;
            });
    try {
      TuneReport report = tune(prepared, settings, begin, pool);
      spec.commandLine()
          .getOut()
          .print(format == OutputFormat.JSON ? report.toJson() : report.toText());
      spec.commandLine().getOut().flush();
    } finally {
      pool.shutdownNow();
    }
    return 0;
  }

  private TuneSettings settings() {
    try {
      SearchSpace space =
          search == Search.FULL
              ? SearchSpace.full(maxPartitions, abilities())
              : SearchSpace.partitions(maxPartitions);
      return new TuneSettings(threshold, periodSeconds, horizonSeconds, space, GuardRails.NONE);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  private TuneReport tune(
      PreparedLog prepared, TuneSettings settings, PolicySpec begin, ExecutorService pool)
      throws IOException {
    JobLog log = prepared.log();
    int processors = workload.processors();
    Progress progress = new Progress(spec.commandLine().getErr());
    long began = System.nanoTime();
    TunedRun run =
        new TuneLoop(log, processors, settings, future, pool)
            .run(begin, time -> progress.show("week " + (time / TuneSettings.WEEK)));
    double seconds = (System.nanoTime() - began) / 1e9;
    Schedule untuned = PolicyRun.once(log, processors, fixed(1)).schedule();
    List<TuneReport.Fixed> fixed = new ArrayList<>();
    for (PolicySpec policy : fixedPolicies()) {
      progress.show("fixed, " + policy);
      Schedule schedule = PolicyRun.once(log, processors, policy).schedule();
      JobStatistics all = JobStatistics.of(new Outcome(log, schedule), job -> true);
      fixed.add(new TuneReport.Fixed(policy.toString(), all.meanBoundedSlowdown(), all.meanWait()));
    }
    progress.clear();
    if (charts != null) {
      String title =
          "Bounded slowdown week by week, %s on %d processors, T %s"
              .formatted(workload.fileName(), processors, threshold);
      new TuneCharts(title, log, untuned, run).write(charts);
    }
    return new TuneReport(
        workload.name(),
        processors,
        threshold,
        horizonSeconds,
        future.name().toLowerCase(Locale.ROOT),
        prepared.report(),
        run,
        SlowdownRatio.of(log, untuned, run.schedule()).mean(),
        meanSlowdown(log, untuned),
        meanSlowdown(log, run.schedule()),
        fixed,
        seconds);
  }

  private List<PolicySpec> fixedPolicies() {
    List<PolicySpec> policies = new ArrayList<>();
    for (int partitions = 1; partitions <= maxPartitions; partitions++) {
      policies.add(fixed(partitions));
    }
    if (search == Search.FULL) {
      policies.addAll(Library.policies(abilities()));
    }
    return policies;
  }

  private Set<Library.Need> abilities() {
    return can.isEmpty() ? Library.none() : EnumSet.copyOf(can);
  }

  private PolicySpec begin() {
    if (first != null) {
      return PolicySpec.parse(first);
    }
    return search == Search.FULL ? PolicySpec.of("easy") : fixed(maxPartitions);
  }

  private static PolicySpec fixed(int partitions) {
    return PolicySpec.of("multi-queue").with("partitions", partitions);
  }

  private static double meanSlowdown(JobLog log, Schedule schedule) {
    return JobStatistics.of(new Outcome(log, schedule), job -> true).meanBoundedSlowdown();
  }
}
