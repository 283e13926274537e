package io.gnomon.sim.cli;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.report.PredictorReport;
import io.gnomon.sim.workload.PreparedLog;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code predict}: how well runtimes can be predicted on a workload. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description = "Ask runtime predictors at each submission and say how good they were.")
final class PredictCommand implements Callable<Integer> {
  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--policy",
      defaultValue = "easy",
      paramLabel = "SPEC",
      description =
          "Policy that decides when jobs complete and can be learned from (default: easy).")
  private String policy = "";

  @Option(
      names = "--predictor",
      paramLabel = "NAME",
      description =
          "A predictor; give the option once for each: estimate, last-two, class-mean, user,"
              + " user-width, hmm, or one of your own (default: all).")
  private List<String> predictors = List.of();

  @Option(
      names = "--format",
      defaultValue = "TABLE",
      paramLabel = "table|json|csv",
      description = "How to print the report (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    PolicySpec policySpec = PolicySpec.parse(policy);
    Policies.create(policySpec);
    List<String> asked =
        predictors.isEmpty()
            ? Predictors.names().stream().filter(name -> !name.equals("none")).toList()
            : predictors;
    for (String name : asked) {
      if (!Predictors.names().contains(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "--predictor is "
                + name
                + "; it must be one of "
                + String.join(", ", Predictors.names()));
      }
    }
    PreparedLog prepared = workload.read();
    Progress progress = new Progress(spec.commandLine().getErr());
    progress.show(policySpec.toString());
    Outcome outcome =
        PolicyRun.once(prepared.log(), workload.processors(), policySpec).outcome(prepared);
    PredictorReport report = PredictorReport.of(outcome, asked, progress::show);
    progress.clear();
    spec.commandLine()
        .getOut()
        .print(
            switch (format) {
              case TABLE -> report.toText();
              case CSV -> report.toCsv();
              case JSON -> report.toJson();
            });
    spec.commandLine().getOut().flush();
    return 0;
  }
}
