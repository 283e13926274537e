package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.engine.ResourceUse;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.PreparationReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The report on a closed loop, compared with the same workload untuned, under every fixed
 * configuration of the search space and, if requested, under other loops.
 *
 * @param workload the workload and the machine
 * @param threshold slowdown above which the loop runs studies
 * @param horizonSeconds horizon of the studies
 * @param arrivals that studies assume: replay, bootstrap, none, mixed or oracle
 * @param preparation changes made to the log
 * @param tuned the loop
 * @param slowdownRatio R, over all jobs, relative to the single queue
 * @param untuned metrics under the single queue
 * @param fixed metrics under each fixed configuration of the search space
 * @param others further loops: the best partitions loop and one with perfect knowledge of arrivals;
 *     may be empty
 * @param weeks weekly slowdowns of all of these
 */
public record TuneReport(
    ReportedWorkload workload,
    double threshold,
    int horizonSeconds,
    String arrivals,
    PreparationReport preparation,
    LoopRun tuned,
    double slowdownRatio,
    ServiceSummary untuned,
    List<ServiceSummary> fixed,
    List<LoopRun> others,
    WeeklySlowdowns weeks) {
  private static final double FAIR = 1.05;
  private static final Columns<Line> LINES =
      new Columns<Line>()
          .text("run", "", Line::name)
          .of(
              Line::figures,
              new Columns<ServiceSummary>()
                  .number(
                      "meanBoundedSlowdown",
                      "bounded slowdown",
                      ServiceSummary::meanBoundedSlowdown,
                      2)
                  .number("p95BoundedSlowdown", "p95", ServiceSummary::p95BoundedSlowdown, 1)
                  .number("meanWait", "mean wait s", ServiceSummary::meanWait, 0)
                  .number(
                      "worstCategoryWait", "worst of 16 s", ServiceSummary::worstCategoryWait, 0)
                  .number("worstOfFourWait", "worst of 4 s", ServiceSummary::worstOfFourWait, 0)
                  .number("maxWaitHours", "max h", figures -> figures.maxWait() / 3600.0, 1)
                  .number("utilization", "utilisation", ServiceSummary::utilization, 3))
          .text("changes", Line::changes);
  private static final Columns<LoopRun> STUDIES =
      new Columns<LoopRun>()
          .text("loop", loop -> loop.service().name())
          .number("", "studies", loop -> loop.run().studies(), 0)
          .number("", "changes", loop -> loop.run().changes(), 0)
          .number("", "median ms", loop -> 1000 * loop.times().median(), 1)
          .number("", "max ms", loop -> 1000 * loop.times().max(), 1)
          .number("", "total s", LoopRun::elapsedSeconds, 1)
          .number("", "coverage", loop -> loop.calibration().coverage(), 2);
  private static final String LEGEND =
      "bounded slowdown, p95: mean and 95th percentile; worst of 16, of 4: longest mean wait of"
          + " a category;\nmax: longest wait; best fair fixed: neither the mean wait nor the worst"
          + " category's above 1.05 times untuned\n";

  /** The fixed configuration with the lowest mean bounded slowdown. */
  public ServiceSummary bestFixed() {
    return fixed.stream()
        .min(Comparator.comparingDouble(ServiceSummary::meanBoundedSlowdown))
        .orElseThrow();
  }

  /**
   * The fixed configuration with the lowest mean bounded slowdown among those whose mean wait and
   * worst-off categories are at most 5 % worse than under the single queue.
   */
  public ServiceSummary bestFairFixed() {
    return fixed.stream()
        .filter(one -> one.within(FAIR, untuned))
        .min(Comparator.comparingDouble(ServiceSummary::meanBoundedSlowdown))
        .orElse(untuned);
  }

  /** Formats the report as JSON. */
  public String toJson() {
    TunedRun run = tuned.run();
    Json json = new Json().object();
    workload.writeFields(json);
    json.put("jobs", preparation.kept());
    json.put("overrunning", preparation.overrunning());
    json.put("threshold", threshold)
        .put("horizonSeconds", horizonSeconds)
        .put("arrivals", arrivals);
    json.put("evaluations", run.decisions().size());
    json.put("studies", run.studies()).put("changes", run.changes());
    json.name("changesTo").object();
    run.changesTo().forEach((what, times) -> json.put(what, times));
    json.endObject();
    tuned.times().write(json.name("studySeconds").object()).endObject();
    tuned.calibration().write(json.name("calibration").object()).endObject();
    json.put("slowdownRatio", slowdownRatio);
    json.name("meanBoundedSlowdown").object();
    json.put("untuned", untuned.meanBoundedSlowdown())
        .put("tuned", tuned.service().meanBoundedSlowdown())
        .put("bestFixed", bestFixed().meanBoundedSlowdown());
    json.endObject().put("bestFixedPolicy", bestFixed().name());
    untuned.write(json.name("untuned").object()).endObject();
    tuned.service().write(json.name("tuned").object()).endObject();
    ServiceSummary fair = bestFairFixed();
    json.put("bestFairFixed", fair.meanBoundedSlowdown()).put("bestFairFixedPolicy", fair.name());
    json.name("fixed").array();
    for (ServiceSummary one : fixed) {
      one.write(json.object().put("policy", one.name())).endObject();
    }
    json.endArray();
    json.name("otherLoops").array();
    others.forEach(other -> other.write(json.object()).endObject());
    json.endArray();
    weeks.write(json.name("weeks"));
    json.put("elapsedSeconds", tuned.elapsedSeconds());
    tuned.calibration().writeForecasts(json);
    json.name("decisions").array();
    run.decisions().forEach(decision -> write(json, decision));
    return json.endArray().endObject().toString();
  }

  private static void write(Json json, Decision decision) {
    json.object().put("time", decision.time()).put("observed", decision.observedSlowdown());
    json.put("incumbent", decision.incumbent().toString());
    if (decision.chosen() != null) {
      json.put("chosen", decision.chosen().toString());
    }
    if (decision.reason() != null) {
      json.put("reason", decision.reason().name());
    }
    StudyResult study = decision.study();
    if (study != null && decision.changes()) {
      json.name("alternatives").array();
      for (AlternativeResult alternative : study.alternatives()) {
        json.object().put("policy", alternative.spec().toString());
        json.put("meanBoundedSlowdown", alternative.meanBoundedSlowdown());
        json.put("jobs", alternative.jobs()).endObject();
      }
      json.endArray();
    }
    json.endObject();
  }

  /** Formats the figures of the loops, the untuned run and all fixed configurations as CSV. */
  public String toCsv() {
    List<Line> lines = new ArrayList<>(List.of(Line.of("", untuned)));
    loops().forEach(loop -> lines.add(Line.of(loop)));
    fixed.forEach(one -> lines.add(Line.of("", one)));
    return LINES.csv(lines);
  }

  /** Formats a short report: the loops, the untuned run and the best fixed configurations. */
  public String toText() {
    List<Line> lines = new ArrayList<>(List.of(Line.of("", untuned)));
    loops().forEach(loop -> lines.add(Line.of(loop)));
    lines.add(Line.of("best fixed, ", bestFixed()));
    lines.add(Line.of("best fair fixed, ", bestFairFixed()));
    Map<String, ResourceUse> uses = new LinkedHashMap<>();
    add(uses, untuned.name(), untuned);
    loops().forEach(loop -> add(uses, loop.service().name(), loop.service()));
    add(uses, "best fixed, " + bestFixed().name(), bestFixed());
    return head() + LINES.table(lines) + LEGEND + UseFigures.table(uses);
  }

  private static void add(Map<String, ResourceUse> uses, String name, ServiceSummary figures) {
    ResourceUse use = figures.use();
    if (use != null) {
      uses.put(name, use);
    }
  }

  /** Formats the full report, with all fixed configurations, the studies and the weeks. */
  public String toLongText() {
    List<Line> lines = new ArrayList<>(List.of(Line.of("", untuned)));
    loops().forEach(loop -> lines.add(Line.of(loop)));
    fixed.stream()
        .sorted(Comparator.comparingDouble(ServiceSummary::meanBoundedSlowdown))
        .map(one -> Line.of(mark(one), one))
        .forEach(lines::add);
    Map<String, ResourceUse> uses = new LinkedHashMap<>();
    add(uses, untuned.name(), untuned);
    loops().forEach(loop -> add(uses, loop.service().name(), loop.service()));
    fixed.forEach(one -> add(uses, one.name(), one));
    String used = UseFigures.table(uses);
    return head()
        + LINES.table(lines)
        + "* best fixed, = best fair fixed: neither the mean wait nor a worst category's more than"
        + " 1.05 times untuned\n"
        + used
        + "\n"
        + STUDIES.table(loops())
        + "\nMean bounded slowdown by week of submission\n\n"
        + weeks.table(mainNames());
  }

  /** The series of the weekly chart: untuned, the loops and the best fixed configuration. */
  public List<String> mainNames() {
    List<String> names = new ArrayList<>(List.of(untuned.name()));
    loops().forEach(loop -> names.add(loop.service().name()));
    names.add(bestFixed().name());
    return names;
  }

  private List<LoopRun> loops() {
    List<LoopRun> loops = new ArrayList<>(List.of(tuned));
    loops.addAll(others);
    return loops;
  }

  private String head() {
    TunedRun run = tuned.run();
    return String.format(
        Locale.ROOT,
        "%s, threshold %s, horizon %s days, arrivals %s%n%s%n%n"
            + "mean bounded slowdown %.1f instead of %.1f (%.2f); slowdown ratio %.3f (mean over"
            + " jobs); %d evaluations, %d studies, %d changes %s; %.2f s%n"
            + "a study took %.1f ms (median), at most %.1f ms; %s%n%n",
        workload.title(),
        Numbers.rounded(threshold),
        Numbers.rounded(horizonSeconds / 86_400.0),
        arrivals,
        preparation.summary(),
        tuned.service().meanBoundedSlowdown(),
        untuned.meanBoundedSlowdown(),
        tuned.service().meanBoundedSlowdown() / untuned.meanBoundedSlowdown(),
        slowdownRatio,
        run.decisions().size(),
        run.studies(),
        run.changes(),
        run.changesTo(),
        tuned.elapsedSeconds(),
        1000 * tuned.times().median(),
        1000 * tuned.times().max(),
        tuned.calibration().toText());
  }

  private String mark(ServiceSummary one) {
    return one.equals(bestFixed()) ? "* " : one.equals(bestFairFixed()) ? "= " : "";
  }

  /** A line of the table: a configuration or loop, and the changes of a loop. */
  private record Line(String name, ServiceSummary figures, String changes) {
    static Line of(String mark, ServiceSummary figures) {
      return new Line(mark + figures.name(), figures, "");
    }

    static Line of(LoopRun loop) {
      return new Line(loop.service().name(), loop.service(), String.valueOf(loop.run().changes()));
    }
  }
}
