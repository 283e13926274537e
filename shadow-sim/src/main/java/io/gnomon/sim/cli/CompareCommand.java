package io.gnomon.sim.cli;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.metric.RankingMetric;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.report.Json;
import io.gnomon.sim.report.PolicyCharts;
import io.gnomon.sim.report.PolicyComparison;
import io.gnomon.sim.report.SimulationReport;
import io.gnomon.sim.report.WeeklySlowdowns;
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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code compare}: several policies on one workload. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description = "Run a workload under several policies, side by side, the best first.")
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
          "Also run the closed loop, as tune --search full does with its defaults; it is called "
              + TUNED
              + ".")
  private boolean tuned;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Seed of policies that draw random numbers (default: 1).")
  private long seed;

  @Option(
      names = "--objective",
      defaultValue = "meanBoundedSlowdown",
      paramLabel = "METRIC",
      description = {
        "Metric by which policies are ranked: the table begins with the best, which has a star;",
        "JSON keeps the order of the options and gives each its rank. One of meanWait,",
        "geometricMeanWait, meanBoundedSlowdown, medianBoundedSlowdown, p95BoundedSlowdown,",
        "meanTurnaround, maxWait, utilization, startedAtOnce, fairness (default:",
        "meanBoundedSlowdown)."
      })
  private String objective = "";

  @Option(
      names = "--format",
      defaultValue = "TABLE",
      paramLabel = "table|json|csv",
      description = "How to print the report (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    RankingMetric judgedBy = judgedBy();
    List<PolicySpec> specs = new ArrayList<>();
    for (String policy : policies) {
      PolicySpec policySpec = PolicyRun.seeded(PolicySpec.parse(policy), seed);
      Policies.create(policySpec);
      specs.add(policySpec);
    }
    PreparedLog prepared = workload.read();
    Progress progress = new Progress(spec.commandLine().getErr());
    JobCategories categories = show.categoriesOr(unasked());
    PolicyCharts charts = show.charts(workload);
    List<SimulationReport> reports = new ArrayList<>();
    WeeklySlowdowns weeks = new WeeklySlowdowns(prepared.log());
    for (String name : names(specs)) {
      progress.show(name);
      PolicyRun run =
          name.equals(TUNED)
              ? FullSearch.byDefault().run(prepared.log(), workload.processors(), progress::show)
              : PolicyRun.once(prepared.log(), workload.processors(), PolicySpec.parse(name));
      reports.add(run.report(workload, name, prepared, categories));
      weeks.add(name, run.schedule());
      if (show.chartsWanted()) {
        charts.add(name, run.outcome(prepared));
      }
    }
    progress.clear();
    show.write(charts);
    print(new PolicyComparison(reports, judgedBy, weeks));
    return 0;
  }

  private List<String> names(List<PolicySpec> specs) {
    List<String> names = new ArrayList<>(specs.stream().map(PolicySpec::toString).toList());
    if (tuned) {
      names.add(TUNED);
    }
    return names;
  }

  private RankingMetric judgedBy() {
    try {
      return RankingMetric.named(objective);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  /** What is shown of categories where nothing was said: a table of many policies is long. */
  private JobCategories unasked() {
    return format == OutputFormat.JSON ? JobCategories.SIXTEEN : JobCategories.NONE;
  }

  private void print(PolicyComparison comparison) {
    PrintWriter out = spec.commandLine().getOut();
    switch (format) {
      case TABLE -> out.print(comparison.toText());
      case CSV -> out.print(SimulationReport.toCsv(comparison.reports()));
      case JSON -> {
        Json json = new Json();
        comparison.writeTo(json);
        out.print(json);
      }
    }
    out.flush();
  }
}
