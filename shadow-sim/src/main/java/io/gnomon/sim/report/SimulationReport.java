package io.gnomon.sim.report;

import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.workload.PreparationReport;
import java.util.List;
import java.util.Locale;

/**
 * One policy on one workload.
 *
 * @param workload the file
 * @param processors of the machine
 * @param policy its text form
 * @param preparation what was done to the log
 * @param metrics over all jobs
 * @param categories sixteen, by runtime and width
 * @param lost to attempts that were killed
 * @param elapsedSeconds of the simulation alone
 */
public record SimulationReport(
    String workload,
    int processors,
    String policy,
    PreparationReport preparation,
    Metrics metrics,
    List<JobGroup> categories,
    Lost lost,
    double elapsedSeconds) {
  /**
   * What attempts cost that were killed and repeated.
   *
   * @param attempts how many
   * @param processorSeconds that they had used
   */
  public record Lost(int attempts, long processorSeconds) {}

  /** The report on a schedule. */
  public static SimulationReport of(
      String workload,
      int processors,
      String policy,
      PreparationReport preparation,
      Outcome outcome,
      double elapsedSeconds) {
    return new SimulationReport(
        workload,
        processors,
        policy,
        preparation,
        Metrics.of(outcome, processors),
        JobGroup.byCategory(outcome, CategoryScheme.SIXTEEN),
        new Lost(outcome.schedule().lostAttempts(), outcome.schedule().lostProcessorSeconds()),
        elapsedSeconds);
  }

  /** As one JSON object. */
  public void writeTo(Json json) {
    json.object().put("workload", workload).put("processors", processors).put("policy", policy);
    json.put("jobs", preparation.kept());
    json.name("preparation").object();
    json.put("withoutProcessors", preparation.withoutProcessors());
    json.put("negativeRuntime", preparation.negativeRuntime());
    json.put("clipped", preparation.clipped());
    json.put("zeroRuntime", preparation.zeroRuntime());
    json.put("missingEstimate", preparation.missingEstimate());
    json.put("overrunning", preparation.overrunning());
    json.endObject();
    json.name("metrics").object();
    MetricRow.of(metrics).forEach(row -> json.put(row.name(), row.value()));
    json.endObject();
    json.name("lost").object().put("attempts", lost.attempts);
    json.put("processorSeconds", lost.processorSeconds).endObject();
    json.name("categories").array();
    for (JobGroup group : categories) {
      JobStatistics figures = group.statistics();
      json.object().put("name", group.name()).put("jobs", figures.jobs());
      json.put("meanWait", figures.meanWait());
      json.put("meanBoundedSlowdown", figures.meanBoundedSlowdown());
      json.put("meanTurnaround", figures.meanTurnaround());
      json.put("maxWait", figures.maxWait());
      json.put("maxBoundedSlowdown", figures.maxBoundedSlowdown());
      json.put("maxTurnaround", figures.maxTurnaround()).endObject();
    }
    json.endArray().put("elapsedSeconds", elapsedSeconds).endObject();
  }

  /** As text, with a table of the categories. */
  public String toText() {
    StringBuilder text = new StringBuilder(head(workload, processors, preparation));
    TextTable all = new TextTable("", policy);
    MetricRow.of(metrics).forEach(row -> all.row(row.label(), row.text()));
    all.row("attempts killed", Integer.toString(lost.attempts));
    all.row("lost to them, processor-hours", Numbers.fixed(lost.processorSeconds / 3600.0, 1));
    all.row("elapsed, s", Numbers.fixed(elapsedSeconds, 6));
    text.append(all).append('\n');
    TextTable byCategory =
        new TextTable("category", "jobs", "mean wait, s", "mean slowdown", "max slowdown");
    for (JobGroup group : categories) {
      JobStatistics figures = group.statistics();
      byCategory.row(
          group.name(),
          Integer.toString(figures.jobs()),
          Numbers.fixed(figures.meanWait(), 1),
          Numbers.fixed(figures.meanBoundedSlowdown(), 2),
          Numbers.fixed(figures.maxBoundedSlowdown(), 1));
    }
    return text.append(byCategory).toString();
  }

  /** Several policies on the same workload, side by side. */
  public static String compared(List<SimulationReport> reports) {
    SimulationReport first = reports.get(0);
    TextTable table =
        new TextTable(
            "policy", "mean wait, s", "slowdown", "median", "p95", "utilisation", "at once", "s");
    for (SimulationReport report : reports) {
      Metrics metrics = report.metrics;
      table.row(
          report.policy,
          Numbers.fixed(metrics.meanWait(), 1),
          Numbers.fixed(metrics.meanBoundedSlowdown(), 2),
          Numbers.fixed(metrics.medianBoundedSlowdown(), 2),
          Numbers.fixed(metrics.p95BoundedSlowdown(), 1),
          Numbers.fixed(metrics.utilization(), 3),
          Numbers.fixed(metrics.startedAtOnce(), 3),
          Numbers.fixed(report.elapsedSeconds, 4));
    }
    return head(first.workload, first.processors, first.preparation) + table;
  }

  /** Several policies, one line each, with a line of heads. */
  public static String toCsv(List<SimulationReport> reports) {
    StringBuilder text = new StringBuilder("workload,processors,policy,jobs");
    MetricRow.of(reports.get(0).metrics).forEach(row -> text.append(',').append(row.name()));
    text.append(",elapsedSeconds\n");
    for (SimulationReport report : reports) {
      text.append(quoted(report.workload)).append(',').append(report.processors).append(',');
      text.append(quoted(report.policy)).append(',').append(report.preparation.kept());
      for (MetricRow row : MetricRow.of(report.metrics)) {
        text.append(',').append(Numbers.rounded(row.value()));
      }
      text.append(',').append(Numbers.rounded(report.elapsedSeconds)).append('\n');
    }
    return text.toString();
  }

  private static String head(String workload, int processors, PreparationReport preparation) {
    return String.format(
        Locale.ROOT, "%s on %d processors%n%s%n%n", workload, processors, preparation.summary());
  }

  private static String quoted(String text) {
    boolean plain = text.indexOf(',') < 0 && text.indexOf('"') < 0 && text.indexOf('\n') < 0;
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
