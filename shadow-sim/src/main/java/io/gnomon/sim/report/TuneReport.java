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
 * @param untuned mean bounded slowdown of the single queue
 * @param tuned mean bounded slowdown of the loop
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
    double untuned,
    double tuned,
    List<Fixed> fixed,
    double elapsedSeconds) {
  /**
   * A configuration that is kept throughout.
   *
   * @param policy its text form
   * @param meanBoundedSlowdown of all jobs
   * @param meanWait of all jobs, in seconds
   */
  public record Fixed(String policy, double meanBoundedSlowdown, double meanWait) {}

  /** The configuration that, kept throughout, has the least mean bounded slowdown. */
  public Fixed bestFixed() {
    return fixed.stream().min(Comparator.comparingDouble(Fixed::meanBoundedSlowdown)).orElseThrow();
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
    json.put("untuned", untuned)
        .put("tuned", tuned)
        .put("bestFixed", bestFixed().meanBoundedSlowdown());
    json.endObject().put("bestFixedPolicy", bestFixed().policy());
    json.name("fixed").array();
    for (Fixed one : fixed) {
      json.object().put("policy", one.policy).put("meanBoundedSlowdown", one.meanBoundedSlowdown);
      json.put("meanWait", one.meanWait).endObject();
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
    if (study != null) {
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
    TextTable table = new TextTable("", "mean bounded slowdown");
    table.row("untuned (one queue)", Numbers.fixed(untuned, 2));
    table.row("tuned", Numbers.fixed(tuned, 2));
    table.row(
        "best fixed, " + bestFixed().policy(), Numbers.fixed(bestFixed().meanBoundedSlowdown(), 2));
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
}
