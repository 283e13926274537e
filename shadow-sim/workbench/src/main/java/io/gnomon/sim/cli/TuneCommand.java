package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.Progress;
import io.gnomon.commandline.TabularOutput;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.metric.SlowdownRatio;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.report.LoopRun;
import io.gnomon.sim.report.ServiceSummary;
import io.gnomon.sim.report.TuneCharts;
import io.gnomon.sim.report.TuneReport;
import io.gnomon.sim.report.WeeklySlowdowns;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.thread.StudyThreads;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.PreparedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code tune}: runs the tuning loop on a workload. */
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description =
        "Run the tuning loop on a workload: evaluate the slowdown once a period; when jobs wait too"
            + " long, simulate the alternatives from the current state and adopt the best one.")
final class TuneCommand implements Callable<Integer> {
  @Mixin private WorkloadOptions workload = new WorkloadOptions();
  @Mixin private TuneOptions options = new TuneOptions();

  @Option(
      names = "--threads",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Threads for studies; the result does not depend on it (default: one per core).")
  private int threads;

  @Mixin private TabularOutput output = new TabularOutput();

  @Option(
      names = "--chart",
      paramLabel = "DIR",
      description =
          "Also write the chart weekly-slowdown.svg, untuned and tuned with the changes marked, and"
              + " its data weekly-slowdown.csv to this folder; the folder is created.")
  private @Nullable Path charts;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Also run the weekly loop of lawson2005 (the best of the thresholds 2.5, 10, 25 and 100) and"
              + " a loop with perfect knowledge of arrivals, and write all loops and every fixed"
              + " policy, as a whole and week by week, to this folder: report.txt, report.json,"
              + " weeks.csv and weeks.svg; the folder is created.")
  private @Nullable Path report;

  @CommandLine.Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    TuneSettings settings = options.settings();
    Spec initial = workload.complete(options.initialPolicy());
    Policies.create(initial);
    PreparedLog prepared = workload.read();
    Policies.create(initial, workload.cluster());
    try (StudyThreads pool = new StudyThreads(threads)) {
      TuneReport tuned = tune(prepared, settings, initial, pool);
      if (report != null) {
        Path folder = report;
        FileAccess.writing(folder, () -> write(tuned, folder));
      }
      output.write(tuned::toText, tuned::toJson, tuned::toCsv);
    }
    return 0;
  }

  private TuneReport tune(
      PreparedLog prepared, TuneSettings settings, Spec initial, StudyThreads pool)
      throws IOException {
    JobLog log = prepared.log();
    ClusterState cluster = workload.cluster();
    Progress progress = new Progress(spec.commandLine().getErr());
    WeeklySlowdowns weeks = new WeeklySlowdowns(log);
    LoopComparison loops = new LoopComparison(log, cluster, pool, weeks, progress);
    PolicyRun untuned = PolicyRun.once(log, cluster, untunedPolicy(cluster));
    ServiceSummary untunedFigures =
        loops.service(cluster.hasNodes() ? "untuned (easy)" : "untuned (one queue)", untuned);
    LoopRun tuned = loops.loop("tuned", settings, options.oracle(), initial);
    weeks.add("tuned", tuned.run());
    List<LoopRun> others = report == null ? List.of() : others(loops, initial);
    others.forEach(other -> weeks.add(other.service().name(), other.run()));
    List<ServiceSummary> fixed =
        loops.fixed(
            options.fixedPolicies().stream()
                .filter(policy -> Policies.canSchedule(policy, cluster))
                .toList());
    progress.clear();
    if (charts != null) {
      Path folder = charts;
      TuneCharts drawn = new TuneCharts(title(settings), log, untuned.schedule(), tuned.run());
      FileAccess.writing(folder, () -> drawn.write(folder));
    }
    return new TuneReport(
        workload.reported(),
        settings.threshold(),
        settings.horizonSeconds(),
        options.arrivalsWord(),
        prepared.report(),
        tuned,
        SlowdownRatio.of(log, untuned.schedule(), tuned.run().schedule()).mean(),
        untunedFigures,
        fixed,
        others,
        weeks);
  }

  private static Spec untunedPolicy(ClusterState cluster) {
    return cluster.hasNodes() ? Spec.of("easy") : TuneOptions.partitioned(1);
  }

  private List<LoopRun> others(LoopComparison loops, Spec initial) {
    return List.of(
        loops.bestWeeklyLoop(), loops.loop("oracle", options.oracleSettings(), true, initial));
  }

  private String title(TuneSettings settings) {
    return "Bounded slowdown week by week, %s, T %s"
        .formatted(workload.title(), settings.threshold());
  }

  private void write(TuneReport tuned, Path folder) throws IOException {
    Files.createDirectories(folder);
    FileAccess.replaceText(folder.resolve("report.json"), tuned.toJson());
    FileAccess.replaceText(folder.resolve("report.txt"), tuned.toLongText());
    FileAccess.replaceText(folder.resolve("weeks.csv"), tuned.weeks().toCsv());
    tuned.weeks().chart(workload.title(), tuned.mainNames()).write(folder.resolve("weeks.svg"));
  }
}
