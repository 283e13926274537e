package io.gnomon.sim.cli;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.Progress;
import io.gnomon.commandline.TabularOutput;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.report.PredictorReport;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.PreparedLog;
import io.gnomon.text.Suggestions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code predict}: measures runtime predictors on a workload. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description = "Measure how well runtime predictors predict each job at its submission.")
final class PredictCommand implements Callable<Integer> {
  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--policy",
      defaultValue = "easy",
      paramLabel = "SPEC",
      description =
          "Policy that schedules the jobs; a predictor learns from completed jobs (default: easy).")
  private String policy = "";

  @Option(
      names = "--predictor",
      paramLabel = "NAME",
      description =
          "A predictor: estimate, last-two, class-mean, user, user-width, hmm, or one that you"
              + " added; repeat the option for each (default: all).")
  private List<String> predictors = List.of();

  @Mixin private TabularOutput output = new TabularOutput();

  @CommandLine.Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    Spec policySpec = workload.policy(policy);
    Policies.create(policySpec);
    List<String> asked =
        predictors.isEmpty()
            ? Predictors.names().stream().filter(name -> !name.equals("none")).toList()
            : predictors;
    for (String name : asked) {
      if (!Predictors.names().contains(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "--predictor is '%s'; it must be one of %s.%s"
                .formatted(
                    name,
                    String.join(", ", Predictors.names()),
                    Suggestions.didYouMean(name, Predictors.names())));
      }
    }
    PreparedLog prepared = workload.read();
    Progress progress = new Progress(spec.commandLine().getErr());
    Outcome outcome =
        PolicyRun.repeated(prepared.log(), workload.cluster(), policySpec, 1, progress)
            .outcome(prepared);
    PredictorReport report =
        PredictorReport.of(
            outcome, asked, (predictor, done) -> progress.show("predictor " + predictor, done));
    progress.clear();
    output.write(report::toText, report::toJson, report::toCsv);
    return 0;
  }
}
