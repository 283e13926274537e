package io.gnomon.sim.cli;

import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.report.Json;
import io.gnomon.sim.report.SimulationReport;
import io.gnomon.sim.workload.PreparedLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code compare}: several policies on one workload. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Run a workload under several policies, side by side.")
final class CompareCommand implements Callable<Integer> {
  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "SPEC",
      description = "A policy; give the option once for each.")
  private List<String> policies = List.of();

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Seed of policies that draw random numbers (default: 1).")
  private long seed;

  @Option(
      names = "--format",
      defaultValue = "TABLE",
      paramLabel = "table|json|csv",
      description = "How to print the report (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    List<PolicySpec> specs = new ArrayList<>();
    for (String policy : policies) {
      PolicySpec policySpec = PolicyRun.seeded(PolicySpec.parse(policy), seed);
      Policies.create(policySpec);
      specs.add(policySpec);
    }
    PreparedLog prepared = workload.read();
    Progress progress = new Progress(spec.commandLine().getErr());
    List<SimulationReport> reports = new ArrayList<>();
    for (PolicySpec policySpec : specs) {
      progress.show(policySpec.toString());
      PolicyRun run = PolicyRun.once(prepared.log(), workload.processors(), policySpec);
      reports.add(run.report(workload.name(), workload.processors(), policySpec, prepared));
    }
    progress.clear();
    print(reports);
    return 0;
  }

  private void print(List<SimulationReport> reports) {
    PrintWriter out = spec.commandLine().getOut();
    switch (format) {
      case TABLE -> out.print(SimulationReport.compared(reports));
      case CSV -> out.print(SimulationReport.toCsv(reports));
      case JSON -> {
        Json json = new Json().array();
        reports.forEach(report -> report.writeTo(json));
        out.print(json.endArray());
      }
    }
    out.flush();
  }
}
