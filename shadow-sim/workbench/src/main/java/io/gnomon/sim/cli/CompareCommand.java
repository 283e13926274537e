package io.gnomon.sim.cli;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.OutputFormat;
import io.gnomon.commandline.Progress;
import io.gnomon.commandline.TabularOutput;
import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.metric.RankingMetric;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.report.PolicyCharts;
import io.gnomon.sim.report.PolicyComparison;
import io.gnomon.sim.report.SimulationReport;
import io.gnomon.sim.report.WeeklySlowdowns;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.PreparedLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code compare}: runs several policies on a workload. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description = "Run several policies on a workload and list them, best first.")
final class CompareCommand implements Callable<Integer> {
  private static final String TUNED = "tuned";

  @Mixin private WorkloadOptions workload = new WorkloadOptions();
  @Mixin private ReportOptions show = new ReportOptions();

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "SPEC",
      description = "A policy; repeat the option for each. 'gnomon policies' lists all.")
  private List<String> policies = List.of();

  @Option(
      names = "--tuned",
      description =
          "Also run the tuning loop with the defaults of tune --search library; the report calls it "
              + TUNED
              + ".")
  private boolean tuned;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Random seed of policies that need one (default: 1).")
  private long seed;

  @Option(
      names = "--metric",
      defaultValue = "meanBoundedSlowdown",
      paramLabel = "METRIC",
      description =
          "Metric that ranks the policies: meanWait, geometricMeanWait, meanBoundedSlowdown,"
              + " medianBoundedSlowdown, p95BoundedSlowdown, meanTurnaround, maxWait, utilization,"
              + " startedAtOnce or fairness (default: ${DEFAULT-VALUE}). The table lists the best"
              + " first, with a star; JSON keeps the order of the options and has the ranks.")
  private String metric = "";

  @Mixin private TabularOutput output = new TabularOutput();

  @CommandLine.Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    RankingMetric ranking = ranking();
    List<Spec> specs = new ArrayList<>();
    for (String policy : policies) {
      Spec policySpec = PolicyRun.seeded(workload.policy(policy), seed);
      Policies.create(policySpec);
      specs.add(policySpec);
    }
    PreparedLog prepared = workload.read();
    specs.forEach(policySpec -> Policies.create(policySpec, workload.cluster()));
    Progress progress = new Progress(spec.commandLine().getErr());
    JobCategories categories = show.categoriesOr(defaultCategories());
    PolicyCharts charts = show.charts(workload);
    List<SimulationReport> reports = new ArrayList<>();
    WeeklySlowdowns weeks = new WeeklySlowdowns(prepared.log());
    for (String name : names(specs)) {
      PolicyRun run =
          name.equals(TUNED)
              ? DefaultTuning.create().run(prepared.log(), workload.cluster(), progress)
              : PolicyRun.repeated(
                  prepared.log(), workload.cluster(), workload.policy(name), 1, progress);
      reports.add(run.report(workload, name, prepared, categories));
      weeks.add(name, run.schedule());
      if (show.chartsWanted()) {
        charts.add(name, run.outcome(prepared));
      }
    }
    progress.clear();
    show.write(charts);
    PolicyComparison comparison = new PolicyComparison(reports, ranking, weeks);
    output.write(comparison::toText, comparison::toJson, () -> SimulationReport.toCsv(reports));
    return 0;
  }

  private List<String> names(List<Spec> specs) {
    List<String> names = new ArrayList<>(specs.stream().map(Spec::toString).toList());
    if (tuned) {
      names.add(TUNED);
    }
    return names;
  }

  private RankingMetric ranking() {
    try {
      return RankingMetric.named(metric);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  /** The categories without {@code --categories}: none in a table, which would be long. */
  private JobCategories defaultCategories() {
    return output.format() == OutputFormat.JSON ? JobCategories.SIXTEEN : JobCategories.NONE;
  }
}
