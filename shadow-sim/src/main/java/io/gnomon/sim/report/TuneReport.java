package io.gnomon.sim.report;

import io.gnomon.sim.tune.AlternativeResult;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.StudyResult;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.PreparationReport;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The closed loop on one workload, beside the same workload untuned.
 *
 * @param workload the file
 * @param processors of the machine
 * @param threshold T
 * @param horizonSeconds L
 * @param future replay, none or oracle
 * @param preparation what was done to the log
 * @param run what the loop did
 * @param slowdownRatio R over all jobs against the single queue
 * @param untuned how jobs fare in the single queue
 * @param tuned how they fare in the loop
 * @param fixed what each configuration of the search space gives that is kept throughout
 * @param elapsedSeconds of the loop alone
 */
public record TuneReport(
    String workload,
    int processors,
    double threshold,
    int horizonSeconds,
    String future,
    PreparationReport preparation,
    TunedRun run,
    double slowdownRatio,
    ServiceFigures untuned,
    ServiceFigures tuned,
    List<ServiceFigures> fixed,
    double elapsedSeconds) {
  private static final double FAIR = 1.05;

  /** The configuration that, kept throughout, has the least mean bounded slowdown. */
  public ServiceFigures bestFixed() {
    return fixed.stream()
        .min(Comparator.comparingDouble(ServiceFigures::meanBoundedSlowdown))
        .orElseThrow();
  }

  /**
   * The same among those that serve neither all jobs nor the worst served category more than a
   * twentieth worse than the single queue does, which is one of them.
   */
  public ServiceFigures bestFairFixed() {
    return fixed.stream()
        .filter(one -> one.within(FAIR, untuned))
        .min(Comparator.comparingDouble(ServiceFigures::meanBoundedSlowdown))
        .orElse(untuned);
  }

  /** As JSON. */
  public String toJson() {
    Json json = new Json().object();
    json.put("workload", workload).put("processors", processors).put("jobs", preparation.kept());
    json.put("overrunning", preparation.overrunning());
    json.put("threshold", threshold).put("horizonSeconds", horizonSeconds).put("future", future);
    json.put("looks", run.decisions().size());
    json.put("studies", run.studies()).put("changes", run.changes());
    json.name("changesTo").object();
    run.changesTo().forEach((what, times) -> json.put(what, times));
    json.endObject();
    json.put("slowdownRatio", slowdownRatio);
    json.name("meanBoundedSlowdown").object();
    json.put("untuned", untuned.meanBoundedSlowdown())
        .put("tuned", tuned.meanBoundedSlowdown())
        .put("bestFixed", bestFixed().meanBoundedSlowdown());
    json.endObject().put("bestFixedPolicy", bestFixed().name());
    untuned.write(json.name("untuned").object()).endObject();
    tuned.write(json.name("tuned").object()).endObject();
    ServiceFigures fair = bestFairFixed();
    json.put("bestFairFixed", fair.meanBoundedSlowdown()).put("bestFairFixedPolicy", fair.name());
    json.name("fixed").array();
    for (ServiceFigures one : fixed) {
      one.write(json.object().put("policy", one.name())).endObject();
    }
    json.endArray();
    json.put("elapsedSeconds", elapsedSeconds);
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

  /** As text. */
  public String toText() {
    TextTable table =
        new TextTable(
            "", "bounded slowdown", "mean wait s", "worst of 16 s", "worst of 4 s", "max h");
    row(table, untuned, untuned.name());
    row(table, tuned, tuned.name());
    row(table, bestFixed(), "best fixed, " + bestFixed().name());
    row(table, bestFairFixed(), "best fair fixed, " + bestFairFixed().name());
    return String.format(
        Locale.ROOT,
        "%s on %d processors, T %s, L %s weeks, future %s%n%s%n%n"
            + "slowdown ratio R %.3f; %d looks, %d studies, %d changes %s; %.2f s%n%n%s",
        workload,
        processors,
        Numbers.rounded(threshold),
        Numbers.rounded(horizonSeconds / 604_800.0),
        future,
        preparation.summary(),
        slowdownRatio,
        run.decisions().size(),
        run.studies(),
        run.changes(),
        run.changesTo(),
        elapsedSeconds,
        table);
  }

  private static void row(TextTable table, ServiceFigures figures, String name) {
    table.row(
        name,
        Numbers.fixed(figures.meanBoundedSlowdown(), 2),
        Numbers.fixed(figures.meanWait(), 0),
        Numbers.fixed(figures.worstCategoryWait(), 0),
        Numbers.fixed(figures.worstOfFourWait(), 0),
        Numbers.fixed(figures.maxWait() / 3600.0, 1));
  }
}
