package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.Progress;
import io.gnomon.commandline.TabularOutput;
import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.report.ScheduleCsv;
import io.gnomon.sim.report.SimulationReport;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.PreparedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code simulate}: runs one policy on a workload. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description = "Run one policy on a workload and report waits and slowdowns.")
final class SimulateCommand implements Callable<Integer> {
  @Mixin private WorkloadOptions workload = new WorkloadOptions();
  @Mixin private ReportOptions show = new ReportOptions();

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "SPEC",
      description =
          "The policy, such as 'easy' or 'multi-queue(partitions=4)'; 'gnomon policies' lists all.")
  private String policy = "";

  @Option(
      names = "--repeat",
      defaultValue = "1",
      paramLabel = "N",
      description = "Simulate N times after a warm-up and report the median duration (default: 1).")
  private int repeat;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Random seed of policies that need one (default: 1).")
  private long seed;

  @Option(
      names = "--schedule",
      paramLabel = "OUT.csv",
      description =
          "Also write the schedule: job_id,submit,start,end,processors,estimate,user,partition for"
              + " each job. With -, it is written to standard output, and the report only if --output"
              + " names a file.")
  private @Nullable Path schedule;

  @Mixin private TabularOutput output = new TabularOutput();

  @CommandLine.Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (repeat < 1) {
      throw new ParameterException(
          spec.commandLine(), "--repeat is " + repeat + "; it must be at least 1");
    }
    Spec policySpec = PolicyRun.seeded(workload.policy(policy), seed);
    Policies.create(policySpec);
    PreparedLog prepared = workload.read();
    Policies.create(policySpec, workload.cluster());
    Progress progress = new Progress(spec.commandLine().getErr());
    PolicyRun run =
        PolicyRun.repeated(prepared.log(), workload.cluster(), policySpec, repeat, progress);
    progress.clear();
    run.neverStarted()
        .forEach(
            (reason, jobs) ->
                spec.commandLine()
                    .getErr()
                    .println(
                        "%s: %d job%s never started: %s"
                            .formatted(
                                spec.qualifiedName(), jobs, jobs == 1 ? "" : "s", reason.text())));
    spec.commandLine().getErr().flush();
    if (schedule != null) {
      writeSchedule(schedule, prepared, run);
    }
    if (show.chartsWanted()) {
      show.write(show.charts(workload).add(policySpec.toString(), run.outcome(prepared)));
    }
    JobCategories categories = show.categoriesOr(JobCategories.SIXTEEN);
    if (!toStandardOutput(schedule) || output.isFile()) {
      SimulationReport report = run.report(workload, policySpec.toString(), prepared, categories);
      output.write(report::toText, report::toJson, () -> SimulationReport.toCsv(List.of(report)));
    }
    return 0;
  }

  private static boolean toStandardOutput(@Nullable Path file) {
    return file != null && file.toString().equals("-");
  }

  private void writeSchedule(Path file, PreparedLog prepared, PolicyRun run) throws IOException {
    if (toStandardOutput(file)) {
      ScheduleCsv.write(spec.commandLine().getOut(), prepared.log(), run.schedule());
      spec.commandLine().getOut().flush();
    } else {
      FileAccess.writing(file, () -> ScheduleCsv.write(file, prepared.log(), run.schedule()));
    }
  }
}
