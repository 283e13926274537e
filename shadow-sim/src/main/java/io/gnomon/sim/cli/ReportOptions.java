package io.gnomon.sim.cli;

import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.report.PolicyCharts;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what a report on policies shows besides their metrics. */
final class ReportOptions {
  @Option(
      names = "--categories",
      paramLabel = "sixteen|four|estimates|none",
      description =
          "Categories of jobs, mean and worst case of each: by four runtimes and four widths, by"
              + " two and two, the sixteen apart for well estimated jobs (estimate at most twice the"
              + " runtime) and badly estimated ones, or none (default: sixteen; a compared table"
              + " shows them only where asked, CSV never).")
  private @Nullable JobCategories categories;

  @Option(
      names = "--charts",
      paramLabel = "DIR",
      description =
          "Write wait-cdf, slowdown-cdf, weekly-slowdown, categories and categories-worst (mean and"
              + " highest slowdown) there as charts (.svg), with their numbers beside (.csv); the"
              + " folder is made.")
  private @Nullable Path charts;

  /** The categories asked for, or else these. */
  JobCategories categoriesOr(JobCategories otherwise) {
    return categories == null ? otherwise : categories;
  }

  /** Charts to which policies can be added. */
  PolicyCharts charts(WorkloadOptions workload) {
    return new PolicyCharts(workload.title(), categoriesOr(JobCategories.SIXTEEN));
  }

  boolean chartsWanted() {
    return charts != null;
  }

  /** Writes the charts where they were asked for. */
  void write(PolicyCharts drawn) throws IOException {
    if (charts != null) {
      drawn.write(charts);
    }
  }
}
