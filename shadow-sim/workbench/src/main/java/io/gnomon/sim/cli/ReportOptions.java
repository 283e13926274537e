package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.report.PolicyCharts;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for categories and charts in a report on policies. */
final class ReportOptions {
  @Option(
      names = "--categories",
      paramLabel = "sixteen|four|estimates|none",
      description =
          "Categories of jobs by runtime and width, with the mean and the worst case of each:"
              + " sixteen (four by four), four (two by two), estimates (the sixteen separately for"
              + " jobs with good estimates, at most twice the runtime, and for the others) or none"
              + " (default: sixteen; none in a table of compare). CSV has no categories.")
  private @Nullable JobCategories categories;

  @Option(
      names = "--chart",
      paramLabel = "DIR",
      description =
          "Also write charts (.svg) and their data (.csv) to this folder: wait-cdf, slowdown-cdf,"
              + " weekly-slowdown, categories (mean slowdown) and categories-worst (highest"
              + " slowdown); the folder is created.")
  private @Nullable Path charts;

  /** The categories of the option, or these without it. */
  JobCategories categoriesOr(JobCategories otherwise) {
    return categories == null ? otherwise : categories;
  }

  /** Charts without any policy yet. */
  PolicyCharts charts(WorkloadOptions workload) {
    return new PolicyCharts(workload.title(), categoriesOr(JobCategories.SIXTEEN));
  }

  boolean chartsWanted() {
    return charts != null;
  }

  /** Writes the charts if the option asks for them. */
  void write(PolicyCharts drawn) throws IOException {
    if (charts != null) {
      Path folder = charts;
      FileAccess.writing(folder, () -> drawn.write(folder));
    }
  }
}
