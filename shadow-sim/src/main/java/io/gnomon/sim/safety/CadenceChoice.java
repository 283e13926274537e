package io.gnomon.sim.safety;

import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.safety.SafetyRatio.Check;
import io.gnomon.sim.safety.SafetyRatio.Figure;
import io.gnomon.sim.safety.SafetyWorkloads.Kind;
import io.gnomon.sim.safety.SafetyWorkloads.Shape;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.DurableRules;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares constants of the cadence {@code durable} on generated logs of a year, each by the loop's
 * slowdown relative to the best fixed policy in hindsight. Machines, loads and kinds of jobs differ
 * from log to log; in every third one the kind of jobs changes after half a year. Results depend
 * only on the seeds. Thread-safe.
 */
public final class CadenceChoice {
  private static final int DAY = 24 * 3600;
  private static final int WEEK = 7 * DAY;
  private static final int WEEKS = 52;
  private static final PolicySpec EASY = PolicySpec.of("easy");
  private static final int[] PROCESSORS = {64, 100, 128, 256, 430, 1024};
  private static final double[] LOADS = {0.35, 0.55, 0.7, 0.85};

  private final List<PolicySpec> library;
  private final SafetyRuns runs;
  private final List<Case> cases;

  /**
   * A set of constants.
   *
   * @param name of them in the report
   * @param settings of the loop
   * @param rules of the cadence
   */
  public record Candidate(String name, TuneSettings settings, DurableRules rules) {
    private boolean hasConstantsOf(Candidate other) {
      return settings.rails().equals(other.settings.rails()) && rules.equals(other.rules);
    }
  }

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
    runs = new SafetyRuns(candidates().get(0).settings(), false, library, executor);
    cases = runs.each(logs, i -> at(i, firstSeed + i));
  }

  private Case at(int place, long seed) {
    int processors = PROCESSORS[place % PROCESSORS.length];
    double load = LOADS[place / 2 % LOADS.length];
    JobLog log = log(place, processors, load, seed);
    double best = Double.POSITIVE_INFINITY;
    double easyCategory = 0;
    for (PolicySpec policy : library) {
      Schedule schedule = SafetyRuns.fixed(log, processors, policy);
      best = Math.min(best, SafetyRuns.of(Figure.SLOWDOWN, log, schedule));
      if (policy.equals(EASY)) {
        easyCategory = SafetyRuns.of(Figure.WORST_CATEGORY, log, schedule);
      }
    }
    return new Case(log, processors, best, easyCategory);
  }

  private static JobLog log(int place, int processors, double load, long seed) {
    if (place % 3 != 2) {
      return weeks(new Kind(Shape.MODEL, 16_000, processors, load), seed, WEEKS);
    }
    Shape first = place % 2 == 0 ? Shape.SMALL : Shape.LARGE;
    return SafetyWorkloads.after(
        weeks(new Kind(first, 6000, processors, load), seed, WEEKS / 2),
        weeks(new Kind(Shape.MODEL, 10_000, processors, load), seed, WEEKS / 2));
  }

  private static JobLog weeks(Kind kind, long seed, int weeks) {
    JobLog log = kind.log(seed);
    int end = 0;
    while (end < log.size() && log.submit(end) < weeks * WEEK) {
      end++;
    }
    return log.slice(0, end);
  }

  /** The constants in use, and for each of them other values. */
  public static List<Candidate> candidates() {
    DurableRules rules = DurableRules.DEFAULT;
    double significance = Cadence.DURABLE.significance();
    Candidate inUse = candidate("in use", significance, rules);
    List<Candidate> others = new ArrayList<>();
    for (double other : new double[] {0, 0.25, 0.5, 1}) {
      others.add(candidate("significance " + other, other, rules));
    }
    for (double other : new double[] {2, 4}) {
      DurableRules changed = new DurableRules(other, rules.firstSeconds(), rules.changesToDouble());
      others.add(candidate("category exponent " + other, significance, changed));
    }
    for (int days : new int[] {1, 3, 7}) {
      DurableRules changed =
          new DurableRules(rules.categoryExponent(), days * DAY, rules.changesToDouble());
      others.add(candidate("first backtest after %d d".formatted(days), significance, changed));
    }
    for (double other : new double[] {2, 4, Double.POSITIVE_INFINITY}) {
      DurableRules changed =
          new DurableRules(rules.categoryExponent(), rules.firstSeconds(), other);
      others.add(candidate("changes to double " + other, significance, changed));
    }
    return Stream.concat(
            Stream.of(inUse), others.stream().filter(one -> !one.hasConstantsOf(inUse)))
        .toList();
  }

  private static Candidate candidate(String name, double significance, DurableRules rules) {
    return new Candidate(
        name,
        new TuneSettingsBuilder(Search.LIBRARY, Cadence.DURABLE)
            .rails(
                new GuardRails(
                    0,
                    0,
                    significance,
                    0,
                    Cadence.DURABLE.dwellSeconds(),
                    GuardRails.CHANGES_PER_DAY))
            .build(),
        rules);
  }

  /**
   * Runs the loop with each set of constants on each log.
   *
   * @param progress receives the fraction that is done, 0 to 1; called from any thread
   */
  public List<Result> compare(List<Candidate> candidates, DoubleConsumer progress) {
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
        .mapToObj(i -> result(candidates.get(i).name(), figures.subList(i * each, (i + 1) * each)))
        .toList();
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

  private static double[] run(Candidate candidate, Case on) {
    TunedRun run =
        new TuneLoop(on.log(), on.processors(), candidate.settings(), Runnable::run)
            .withRules(candidate.rules())
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
