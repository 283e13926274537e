package io.gnomon.sim.cli;

import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.metric.SlowdownRatio;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.report.ServiceFigures;
import io.gnomon.sim.report.TuneCharts;
import io.gnomon.sim.report.TuneReport;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.PreparedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  private TuneReport tune(
      PreparedLog prepared, TuneSettings settings, PolicySpec begin, ExecutorService pool)
      throws IOException {
    JobLog log = prepared.log();
    int processors = workload.processors();
    Progress progress = new Progress(spec.commandLine().getErr());
    long began = System.nanoTime();
    TunedRun run =
        new TuneLoop(log, processors, settings, options.future(), pool)
            .run(begin, time -> progress.show("week " + (time / TuneSettings.WEEK)));
    double seconds = (System.nanoTime() - began) / 1e9;
    Schedule untuned = PolicyRun.once(log, processors, TuneOptions.partitioned(1)).schedule();
    List<ServiceFigures> fixed = new ArrayList<>();
    for (PolicySpec policy : options.fixedPolicies()) {
      progress.show("fixed, " + policy);
      Schedule schedule = PolicyRun.once(log, processors, policy).schedule();
      fixed.add(ServiceFigures.of(policy.toString(), new Outcome(log, schedule)));
    }
    progress.clear();
    if (charts != null) {
      String title =
          "Bounded slowdown week by week, %s on %d processors, T %s"
              .formatted(workload.fileName(), processors, settings.threshold());
      new TuneCharts(title, log, untuned, run).write(charts);
    }
    return new TuneReport(
        workload.name(),
        processors,
        settings.threshold(),
        settings.horizonSeconds(),
        options.future().name().toLowerCase(Locale.ROOT),
        prepared.report(),
        run,
        SlowdownRatio.of(log, untuned, run.schedule()).mean(),
        ServiceFigures.of("untuned (one queue)", new Outcome(log, untuned)),
        ServiceFigures.of("tuned", new Outcome(log, run.schedule())),
        fixed,
        seconds);
  }
}
