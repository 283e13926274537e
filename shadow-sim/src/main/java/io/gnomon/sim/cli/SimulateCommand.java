package io.gnomon.sim.cli;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.report.Json;
import io.gnomon.sim.report.ScheduleCsv;
import io.gnomon.sim.report.SimulationReport;
import io.gnomon.sim.workload.PreparedLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code simulate}: one policy on one workload. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description = "Run a workload under one policy and report waits and slowdowns.")
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
      description = "Simulate N times after a warm-up and report the median time (default: 1).")
  private int repeat;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Seed of policies that draw random numbers (default: 1).")
  private long seed;

  @Option(
      names = "--schedule",
      paramLabel = "OUT.csv",
      description = "Write job_id,submit,start,end,processors of each job.")
  private @Nullable Path schedule;

  @Option(
      names = "--format",
      defaultValue = "TABLE",
      paramLabel = "table|json|csv",
      description = "How to print the report (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (repeat < 1) {
      throw new ParameterException(
          spec.commandLine(), "--repeat is " + repeat + "; it must be at least 1");
    }
    PolicySpec policySpec = PolicyRun.seeded(PolicySpec.parse(policy), seed);
    Policies.create(policySpec);
    PreparedLog prepared = workload.read();
    PolicyRun run = PolicyRun.repeated(prepared.log(), workload.processors(), policySpec, repeat);
    if (schedule != null) {
      ScheduleCsv.write(schedule, prepared.log(), run.schedule());
    }
    if (show.chartsWanted()) {
      show.write(show.charts(workload).add(policySpec.toString(), run.outcome(prepared)));
    }
    JobCategories categories = show.categoriesOr(JobCategories.SIXTEEN);
    print(run.report(workload, policySpec.toString(), prepared, categories));
    return 0;
  }

  private void print(SimulationReport report) {
    PrintWriter out = spec.commandLine().getOut();
    switch (format) {
      case TABLE -> out.print(report.toText());
      case CSV -> out.print(SimulationReport.toCsv(List.of(report)));
      case JSON -> {
        Json json = new Json();
        report.writeTo(json);
        out.print(json);
      }
    }
    out.flush();
  }
}
