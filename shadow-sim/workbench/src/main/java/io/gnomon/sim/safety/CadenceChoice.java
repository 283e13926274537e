package io.gnomon.sim.safety;

import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.prior.PosteriorRules;
import io.gnomon.sim.prior.Prior;
import io.gnomon.sim.safety.SafetyRatio.Check;
import io.gnomon.sim.safety.SafetyRatio.Figure;
import io.gnomon.sim.safety.SafetyWorkloads.Kind;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.DoubleConsumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares constants of the posterior, with the cadence {@code durable}, on generated logs of a
 * year, each by the loop's slowdown relative to the best fixed policy in hindsight. Machines, loads
 * and kinds of jobs differ from log to log; in every third one the kind of jobs changes after half
 * a year. Results depend only on the seeds. Thread-safe.
 */
public final class CadenceChoice {
  private static final Spec EASY = Spec.of("easy");
  private static final TuneSettings SETTINGS =
      new TuneSettingsBuilder(Search.LIBRARY, Cadence.DURABLE)
          .rails(GuardRails.NONE.withDwell(Cadence.DURABLE.dwellSeconds()))
          .prior(Prior.shipped())
          .build();

  private final List<Spec> library;
  private final SafetyRuns runs;
  private final List<Case> cases;

  /**
   * What a set of constants gives on the logs.
   *
   * @param name of the constants
   * @param ratio geometric mean of the slowdown relative to the best fixed policy in hindsight
   * @param standardError of that mean
   * @param worstCategory geometric mean of the wait of the worst-off of four categories relative to
   *     EASY
   * @param changes mean number of changes in a log
   * @param mostChanges largest number of changes in a log
   */
  public record Result(
      String name,
      double ratio,
      double standardError,
      double worstCategory,
      double changes,
      int mostChanges) {}

  private record Case(JobLog log, int processors, double best, double easyCategory) {}

  /**
   * Generates the logs and simulates the fixed policies.
   *
   * @param firstSeed seed of the first log
   * @param logs number of logs, at least 1
   * @param executor runs the logs in parallel
   */
  public CadenceChoice(long firstSeed, int logs, Executor executor) {
    library = PolicyLibrary.quick(PolicyLibrary.none());
    runs = new SafetyRuns(SETTINGS, false, library, executor);
    cases = runs.each(logs, i -> at(i, firstSeed + i));
  }

  private Case at(int place, long seed) {
    Kind kind = SafetyWorkloads.ofAYear(place);
    int processors = kind.processors();
    JobLog log = SafetyWorkloads.year(kind, place, seed);
    double best = Double.POSITIVE_INFINITY;
    double easyCategory = 0;
    for (Spec policy : library) {
      Schedule schedule = SafetyRuns.fixed(log, processors, policy);
      best = Math.min(best, SafetyRuns.of(Figure.SLOWDOWN, log, schedule));
      if (policy.equals(EASY)) {
        easyCategory = SafetyRuns.of(Figure.WORST_CATEGORY, log, schedule);
      }
    }
    return new Case(log, processors, best, easyCategory);
  }

  /** The constants in use, and for each of them other values. */
  public static List<PosteriorRules> candidates() {
    PosteriorRules inUse = PosteriorRules.DEFAULT;
    return Stream.concat(
            Stream.of(inUse),
            Stream.concat(
                DoubleStream.of(0, 2, 8, 16)
                    .mapToObj(
                        weeks ->
                            new PosteriorRules(weeks, inUse.leastGain(), inUse.leastDeviations())),
                DoubleStream.of(0, 0.05)
                    .mapToObj(
                        gain ->
                            new PosteriorRules(inUse.priorWeeks(), gain, inUse.leastDeviations()))))
        .toList();
  }

  /**
   * Runs the loop with each set of constants on each log.
   *
   * @param progress receives the fraction that is done, 0 to 1; called from any thread
   */
  public List<Result> compare(List<PosteriorRules> candidates, DoubleConsumer progress) {
    ProgressCounter loops = new ProgressCounter(candidates.size() * cases.size(), progress);
    int each = cases.size();
    List<double[]> figures =
        runs.each(
            candidates.size() * each,
            i -> {
              double[] of = run(candidates.get(i / each), cases.get(i % each));
              loops.completed();
              return of;
            });
    return IntStream.range(0, candidates.size())
        .mapToObj(i -> result(name(candidates.get(i)), figures.subList(i * each, (i + 1) * each)))
        .toList();
  }

  private static String name(PosteriorRules rules) {
    return rules.equals(PosteriorRules.DEFAULT)
        ? "in use"
        : "prior %s weeks, least gain %s".formatted(rules.priorWeeks(), rules.leastGain());
  }

  private static Result result(String name, List<double[]> figures) {
    SafetyRatio ratio = ratio(Figure.SLOWDOWN, figures, 0);
    return new Result(
        name,
        ratio.mean(),
        ratio.standardError(),
        ratio(Figure.WORST_CATEGORY, figures, 1).mean(),
        figures.stream().mapToDouble(of -> of[2]).average().orElse(0),
        (int) figures.stream().mapToDouble(of -> of[2]).max().orElse(0));
  }

  private static SafetyRatio ratio(Figure figure, List<double[]> figures, int column) {
    return new SafetyRatio(
        Check.BEST_INCUMBENT,
        "generated logs",
        "best fixed policy",
        figure,
        figures.stream().mapToDouble(of -> of[column]).toArray(),
        1);
  }

  private static double[] run(PosteriorRules rules, Case on) {
    TunedRun run =
        new TuneLoop(on.log(), on.processors(), SETTINGS, Runnable::run)
            .withRules(rules)
            .run(EASY, time -> {});
    double slowdown = SafetyRuns.of(Figure.SLOWDOWN, on.log(), run.schedule());
    double category = SafetyRuns.of(Figure.WORST_CATEGORY, on.log(), run.schedule());
    return new double[] {
      SafetyRuns.ratio(slowdown, on.best()),
      SafetyRuns.ratio(category, on.easyCategory()),
      run.changes()
    };
  }
}
