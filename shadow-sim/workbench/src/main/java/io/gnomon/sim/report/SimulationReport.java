package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.engine.ResourceUse;
import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.metric.JobCategories.Panel;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.report.document.Table;
import io.gnomon.sim.workload.PreparationReport;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The report on one policy and one workload.
 *
 * @param workload the workload and the machine
 * @param policy in its text form
 * @param preparation changes made to the log
 * @param metrics over all jobs
 * @param categories by runtime and width, in panels
 * @param lost work lost in attempts that were killed
 * @param elapsedSeconds duration of the simulation alone
 * @param use of the nodes; null for a pool of processors
 */
public record SimulationReport(
    ReportedWorkload workload,
    String policy,
    PreparationReport preparation,
    Metrics metrics,
    List<Panel> categories,
    Lost lost,
    double elapsedSeconds,
    @Nullable ResourceUse use) {
  private static final Columns<SimulationReport> CSV =
      new Columns<SimulationReport>()
          .text("workload", "", report -> report.workload.file())
          .number("processors", "", report -> report.workload.processors(), 0)
          .text("policy", "", SimulationReport::policy)
          .number("jobs", "", report -> report.preparation.kept(), 0)
          .of(SimulationReport::metrics, MetricColumns.ALL)
          .number("elapsedSeconds", "", SimulationReport::elapsedSeconds, 0);

  /**
   * Work lost in attempts that were killed and repeated.
   *
   * @param attempts number of such attempts
   * @param processorSeconds that they used
   */
  public record Lost(int attempts, long processorSeconds) {}

  /** Creates the report on a schedule, with these categories. */
  public static SimulationReport of(
      ReportedWorkload workload,
      String policy,
      PreparationReport preparation,
      Outcome outcome,
      JobCategories categories,
      double elapsedSeconds) {
    return new SimulationReport(
        workload,
        policy,
        preparation,
        Metrics.of(outcome, workload.processors()),
        categories.of(outcome),
        new Lost(outcome.schedule().lostAttempts(), outcome.schedule().lostProcessorSeconds()),
        elapsedSeconds,
        null);
  }

  /** The same report with the use of nodes. */
  public SimulationReport with(@Nullable ResourceUse ofNodes) {
    return new SimulationReport(
        workload, policy, preparation, metrics, categories, lost, elapsedSeconds, ofNodes);
  }

  /** Formats the report as one JSON object. */
  public String toJson() {
    Json json = new Json().object();
    writeFields(json);
    return json.endObject().toString();
  }

  /** Writes the fields of that object. */
  void writeFields(Json json) {
    workload.writeFields(json);
    json.put("policy", policy);
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
    MetricColumns.ALL.fields(json, metrics).endObject();
    json.name("lost").object().put("attempts", lost.attempts);
    json.put("processorSeconds", lost.processorSeconds).endObject();
    json.name("categories").array();
    for (Panel panel : categories) {
      panel.groups().forEach(group -> write(json, panel, group));
    }
    json.endArray().put("elapsedSeconds", elapsedSeconds);
    if (use != null) {
      UseFigures.write(json, use);
    }
  }

  private static void write(Json json, Panel panel, JobGroup group) {
    JobStatistics figures = group.statistics();
    json.object().put("name", group.name());
    if (!panel.estimates().isEmpty()) {
      json.put("estimates", panel.estimates());
    }
    json.put("jobs", figures.jobs());
    boolean empty = figures.jobs() == 0;
    json.put("meanWait", empty ? Double.NaN : figures.meanWait());
    json.put("meanBoundedSlowdown", empty ? Double.NaN : figures.meanBoundedSlowdown());
    json.put("meanTurnaround", empty ? Double.NaN : figures.meanTurnaround());
    json.put("maxWait", empty ? Double.NaN : figures.maxWait());
    json.put("maxBoundedSlowdown", empty ? Double.NaN : figures.maxBoundedSlowdown());
    json.put("maxTurnaround", empty ? Double.NaN : figures.maxTurnaround()).endObject();
  }

  /** Formats the report as text, with a table of the categories. */
  public String toText() {
    Table all = new Table("", policy);
    MetricColumns.ALL.addRows(all, metrics);
    all.row("attempts killed", Integer.toString(lost.attempts));
    all.row("processor-hours lost in them", Numbers.fixed(lost.processorSeconds / 3600.0, 1));
    if (use != null) {
      UseFigures.addRows(all, use);
    }
    all.row("elapsed, s", Numbers.fixed(elapsedSeconds, 6));
    String byCategory = PolicyComparison.categoryTables(List.of(this));
    return head() + all + (byCategory.isEmpty() ? "" : "\n" + byCategory);
  }

  /** Formats reports as CSV, one line per policy after a header line. */
  public static String toCsv(List<SimulationReport> reports) {
    return CSV.csv(reports);
  }

  /** The workload and the changes made to the log. */
  String head() {
    return String.format(Locale.ROOT, "%s%n%s%n%n", workload.title(), preparation.summary());
  }
}
