package io.gnomon.sim.reproduce;

import static java.util.Objects.requireNonNull;

import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.report.PolicyCharts;
import io.gnomon.sim.report.PredictorReport;
import io.gnomon.sim.reproduce.ReproducedStudy.Chart;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The study of Nissimov and Feitelson 2008: arithmetic and geometric mean waits of EASY and of
 * probabilistic backfilling (Tables 2 and 3) with the study's predictor and others, the
 * distribution of waits (Figure 2), and the quality of the predictors, for which the paper gives no
 * figures.
 */
public final class Nissimov2008 implements PublishedStudy {
  private static final double MINUTE = 60;
  private static final double PERCENT = 100;
  private static final String BASE = "EASY";
  private static final String STUDY = "probabilistic, hmm";

  private static final Map<String, String> POLICIES = new LinkedHashMap<>();

  static {
    POLICIES.put(BASE, "easy");
    POLICIES.put(STUDY, "probabilistic(predictor=hmm)");
    POLICIES.put("probabilistic, user", "probabilistic(predictor=user)");
    POLICIES.put("probabilistic, user-width", "probabilistic(predictor=user-width)");
    POLICIES.put("probabilistic, last-two", "probabilistic(predictor=last-two)");
    POLICIES.put("probabilistic, class-mean", "probabilistic(predictor=class-mean)");
  }

  private static final List<String> PREDICTORS =
      Predictors.names().stream().filter(name -> !name.equals("none")).toList();

  /**
   * The published numbers of one trace, for EASY and then for probabilistic backfilling.
   *
   * @param minutes arithmetic mean waits
   * @param seconds geometric mean waits
   */
  private record Published(
      ArchiveTrace trace, String name, int processors, double[] minutes, double[] seconds) {}

  private static final List<Published> PUBLISHED =
      List.of(
          published(ArchiveTrace.CTC, "CTC SP2", 512, 21.3, 18.1, 28.2, 25.3),
          published(ArchiveTrace.SDSC_SP2, "SDSC SP2", 128, 364, 373, 639, 635),
          published(ArchiveTrace.SDSC_BLUE, "SDSC Blue", 1152, 131, 105, 203, 135),
          published(ArchiveTrace.KTH, "KTH SP2", 100, 114, 113, 181, 147));

  private static Published published(
      ArchiveTrace trace,
      String name,
      int processors,
      double easyMinutes,
      double minutes,
      double easySeconds,
      double seconds) {
    return new Published(
        trace,
        name,
        processors,
        new double[] {easyMinutes, minutes},
        new double[] {easySeconds, seconds});
  }

  @Override
  public String study() {
    return "nissimov2008";
  }

  @Override
  public String title() {
    return "Probabilistic Backfilling";
  }

  @Override
  public ReproducedStudy run(Path traces, DoubleConsumer progress) throws IOException {
    List<Figure> arithmetic = new ArrayList<>();
    List<Figure> geometric = new ArrayList<>();
    List<Figure> quality = new ArrayList<>();
    List<Chart> charts = new ArrayList<>();
    ProgressCounter counter =
        new ProgressCounter(PUBLISHED.size() * (POLICIES.size() + PREDICTORS.size()), progress);
    for (Published published : PUBLISHED) {
      int processors = published.processors;
      JobLog log = published.trace.read(traces, processors, OverrunRule.EXTEND).log();
      Map<String, Outcome> outcomes =
          StudyRuns.each(log, processors, POLICIES.values(), outcome -> outcome, counter);
      PolicyCharts waits = new PolicyCharts(published.name, JobCategories.NONE);
      double[] easy = means(outcomes, processors, BASE);
      for (String policy : POLICIES.keySet()) {
        double[] ours = means(outcomes, processors, policy);
        boolean said = policy.equals(BASE) || policy.equals(STUDY);
        addRows(arithmetic, policy, published.name, said ? published.minutes : null, easy, ours, 0);
        addRows(geometric, policy, published.name, said ? published.seconds : null, easy, ours, 1);
        waits.add(policy, outcome(outcomes, policy));
      }
      charts.add(new Chart("nissimov2008-waits-" + fileName(published), waits.waitChart()));
      addQuality(quality, published.name, outcome(outcomes, BASE), counter);
    }
    return new ReproducedStudy(
        study(),
        title(),
        List.of(
            new Table("Table 2: arithmetic mean wait, min", arithmetic),
            new Table("Table 3: geometric mean wait, s", geometric),
            new Table("Predictors beside EASY (not in the paper)", quality)),
        charts);
  }

  private static String fileName(Published published) {
    return published.name.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  private static Outcome outcome(Map<String, Outcome> outcomes, String policy) {
    return requireNonNull(outcomes.get(requireNonNull(POLICIES.get(policy))));
  }

  /** The arithmetic mean in minutes and the geometric mean in seconds. */
  private static double[] means(Map<String, Outcome> outcomes, int processors, String policy) {
    Metrics metrics = Metrics.of(outcome(outcomes, policy), processors);
    return new double[] {metrics.meanWait() / MINUTE, metrics.geometricMeanWait()};
  }

  private static void addRows(
      List<Figure> rows,
      String policy,
      String trace,
      double @Nullable [] paper,
      double[] easy,
      double[] ours,
      int mean) {
    boolean base = policy.equals(BASE);
    double published = paper == null ? Double.NaN : paper[base ? 0 : 1];
    rows.add(new Figure(trace, policy, published, ours[mean]));
    if (!base) {
      rows.add(
          new Figure(
              trace,
              policy + ", change, %",
              paper == null ? Double.NaN : change(paper[0], paper[1]),
              change(easy[mean], ours[mean])));
    }
  }

  private static double change(double from, double to) {
    return PERCENT * (to / from - 1);
  }

  private static void addQuality(
      List<Figure> rows, String trace, Outcome easy, ProgressCounter counter) {
    PredictorReport.of(easy, PREDICTORS, (predictor, done) -> countCompleted(done, counter))
        .qualities()
        .forEach(
            (name, quality) -> {
              addOurs(rows, trace, name + ", predicted, %", PERCENT * quality.predictedShare());
              addOurs(rows, trace, name + ", in 80 % interval, %", PERCENT * quality.coverage());
              addOurs(rows, trace, name + ", log score, bits", quality.logScore());
              addOurs(rows, trace, name + ", under, %", PERCENT * quality.underPredicted());
              addOurs(rows, trace, name + ", over, %", PERCENT * quality.overPredicted());
            });
  }

  private static void countCompleted(double done, ProgressCounter counter) {
    if (done == 1) {
      counter.completed();
    }
  }

  private static void addOurs(List<Figure> rows, String trace, String column, double ours) {
    rows.add(new Figure(trace, column, Double.NaN, ours));
  }
}
