package io.gnomon.sim.cli;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.metric.SlowdownRatio;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.report.LoopRun;
import io.gnomon.sim.report.ServiceSummary;
import io.gnomon.sim.report.TuneCharts;
import io.gnomon.sim.report.TuneReport;
import io.gnomon.sim.report.WeeklySlowdowns;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.PreparedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
    versionProvider = GnomonVersion.class,
    description = {
      "Run a workload in the closed loop: look at it once a period, and where jobs wait too long",
      "simulate alternatives from the state as it is and adopt the best."
    })
final class TuneCommand implements Callable<Integer> {
  @Mixin private WorkloadOptions workload = new WorkloadOptions();
  @Mixin private TuneOptions options = new TuneOptions();

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

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Also run the report's weekly loop (the best of T 2.5, 10, 25 and 100) and the loop that"
              + " knows what comes, and write there all of them and every fixed policy, as a whole"
              + " and week by week: report.txt, report.json, weeks.csv and weeks.svg; the folder is"
              + " made.")
  private @Nullable Path report;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (format == OutputFormat.CSV) {
      throw new ParameterException(
          spec.commandLine(), "--format is csv; it must be table or json here");
    }
    TuneSettings settings = options.settings();
    PolicySpec begin = options.begin();
    Policies.create(begin);
    PreparedLog prepared = workload.read();
    try (StudyThreads pool = new StudyThreads(threads)) {
      TuneReport tuned = tune(prepared, settings, begin, pool);
      if (report != null) {
        write(tuned, report);
      }
      spec.commandLine()
          .getOut()
          .print(format == OutputFormat.JSON ? tuned.toJson() : tuned.toText());
      spec.commandLine().getOut().flush();
    }
    return 0;
  }

  private TuneReport tune(
      PreparedLog prepared, TuneSettings settings, PolicySpec begin, StudyThreads pool)
      throws IOException {
    JobLog log = prepared.log();
    int processors = workload.processors();
    Progress progress = new Progress(spec.commandLine().getErr());
    WeeklySlowdowns weeks = new WeeklySlowdowns(log);
    Contest contest = new Contest(log, processors, pool, weeks, progress::show);
    Schedule untuned = PolicyRun.once(log, processors, TuneOptions.partitioned(1)).schedule();
    ServiceSummary untunedFigures = contest.kept("untuned (one queue)", untuned);
    LoopRun tuned = contest.loop("tuned", settings, options.future(), begin);
    weeks.add("tuned", tuned.run());
    List<LoopRun> others = report == null ? List.of() : others(contest, settings, begin);
    others.forEach(other -> weeks.add(other.service().name(), other.run()));
    List<ServiceSummary> fixed = contest.fixed(options.fixedPolicies());
    progress.clear();
    if (charts != null) {
      new TuneCharts(title(settings), log, untuned, tuned.run()).write(charts);
    }
    return new TuneReport(
        workload.reported(),
        settings.threshold(),
        settings.horizonSeconds(),
        options.future().name().toLowerCase(Locale.ROOT),
        prepared.report(),
        tuned,
        SlowdownRatio.of(log, untuned, tuned.run().schedule()).mean(),
        untunedFigures,
        fixed,
        others,
        weeks);
  }

  private static List<LoopRun> others(Contest contest, TuneSettings settings, PolicySpec begin) {
    return List.of(
        contest.bestOfTheReport(),
        contest.loop("oracle", settings, TuneLoop.FutureKind.ORACLE, begin));
  }

  private String title(TuneSettings settings) {
    return "Bounded slowdown week by week, %s, T %s"
        .formatted(workload.title(), settings.threshold());
  }

  private void write(TuneReport tuned, Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("report.json"), tuned.toJson());
    Files.writeString(folder.resolve("report.txt"), tuned.toLongText());
    Files.writeString(folder.resolve("weeks.csv"), tuned.weeks().toCsv());
    tuned.weeks().chart(workload.title(), tuned.mainNames()).write(folder.resolve("weeks.svg"));
  }
}
