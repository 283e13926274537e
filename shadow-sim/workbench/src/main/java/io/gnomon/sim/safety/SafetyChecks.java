package io.gnomon.sim.safety;

import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.safety.SafetyRatio.Check;
import io.gnomon.sim.safety.SafetyRatio.Figure;
import io.gnomon.sim.safety.SafetyWorkloads.Kind;
import io.gnomon.sim.safety.SafetyWorkloads.Shape;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.ModelError;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Checks on generated logs that a tuning loop does no harm. Results depend only on the settings and
 * the first seed. Thread-safe.
 */
public final class SafetyChecks {
  private static final int DAY = 24 * 3600;
  private static final double TOLERANCE = 1.05;
  private static final ModelError WRONG = new ModelError(job -> job % 3 != 2, 0.5);
  private static final Spec EASY = Spec.of("easy");

  private final SafetyRuns runs;
  private final double cost;
  private final int recoverySeconds;
  private final long firstSeed;
  private final int seeds;

  /**
   * Creates the checks of a loop.
   *
   * @param settings of the loop
   * @param oracle whether its studies assume the true arrivals
   * @param library the policies it is compared with, including EASY
   * @param firstSeed seed of the first log
   * @param seeds number of logs of each workload, at least 1
   * @param executor runs the logs in parallel
   */
  public SafetyChecks(
      TuneSettings settings,
      boolean oracle,
      List<Spec> library,
      long firstSeed,
      int seeds,
      Executor executor) {
    runs = new SafetyRuns(settings, oracle, List.copyOf(library), executor);
    boolean durable = settings.cadence() == Cadence.DURABLE;
    cost = durable ? 1.01 : 1.02;
    recoverySeconds = durable ? 21 * DAY : 3 * DAY;
    this.firstSeed = firstSeed;
    this.seeds = seeds;
  }

  /**
   * Runs a check on each of its workloads.
   *
   * @param jobs number of jobs in a log
   * @param progress receives the fraction of the check's loops that are done, 0 to 1; called from
   *     any thread
   */
  public List<SafetyRatio> make(Check check, int jobs, DoubleConsumer progress) {
    return switch (check) {
      case BEST_INCUMBENT -> bestIncumbents(jobs, progress);
      case CHANGED_CHARACTER -> changedCharacters(jobs, progress);
      case WRONG_MODEL -> wrongModels(jobs, progress);
    };
  }

  private List<SafetyRatio> bestIncumbents(int jobs, DoubleConsumer progress) {
    List<Kind> kinds =
        List.of(
            new Kind(Shape.ALIKE, jobs, 64, 0.95),
            small(jobs),
            new Kind(Shape.SMALL, jobs, 64, 0.7),
            large(jobs),
            new Kind(Shape.MODEL, jobs, 64, 0.1),
            new Kind(Shape.MODEL, jobs, 64, 0.6),
            new Kind(Shape.MODEL, jobs, 128, 0.4),
            new Kind(Shape.MODEL, jobs, 256, 0.7));
    ProgressCounter loops = new ProgressCounter(kinds.size() * seeds, progress);
    return kinds.stream().map(kind -> bestIncumbent(kind, loops)).toList();
  }

  private List<SafetyRatio> changedCharacters(int jobs, DoubleConsumer progress) {
    List<Kind> before = List.of(small(jobs), new Kind(Shape.LARGE, jobs / 3, 64, 0.4));
    List<Kind> after = List.of(large(jobs), new Kind(Shape.MODEL, jobs, 64, 0.6));
    ProgressCounter loops = new ProgressCounter(2 * before.size() * seeds, progress);
    List<SafetyRatio> figures = new ArrayList<>();
    for (int change = 0; change < before.size(); change++) {
      figures.addAll(changedCharacter(before.get(change), after.get(change), loops));
    }
    return figures;
  }

  private List<SafetyRatio> wrongModels(int jobs, DoubleConsumer progress) {
    List<Kind> kinds =
        List.of(
            new Kind(Shape.MODEL, jobs, 64, 0.6),
            new Kind(Shape.MODEL, jobs, 128, 0.5),
            large(jobs));
    ProgressCounter loops = new ProgressCounter(kinds.size() * seeds, progress);
    return kinds.stream().flatMap(kind -> wrongModel(kind, loops).stream()).toList();
  }

  private static Kind small(int jobs) {
    return new Kind(Shape.SMALL, jobs, 64, 0.15);
  }

  private static Kind large(int jobs) {
    return new Kind(Shape.LARGE, jobs, 64, 0.7);
  }

  /** Checks what tuning costs when the best fixed policy of the workload is already in force. */
  public SafetyRatio bestIncumbent(Kind kind) {
    return bestIncumbent(kind, uncounted(seeds));
  }

  private SafetyRatio bestIncumbent(Kind kind, ProgressCounter loops) {
    return bestIncumbent(kind.toString(), kind.processors(), logs(kind), loops);
  }

  /** Checks the best incumbent on these logs, one for each seed. */
  SafetyRatio bestIncumbent(
      String workload, int processors, List<JobLog> logs, ProgressCounter loops) {
    FixedPolicies fixed = new FixedPolicies(runs, logs, processors);
    Spec best = fixed.best();
    List<Double> ratios =
        runs.each(
            seeds,
            i -> {
              Schedule loop = runs.loop(logs.get(i), processors, best);
              loops.completed();
              return SafetyRuns.ratio(
                  SafetyRuns.of(Figure.SLOWDOWN, logs.get(i), loop),
                  SafetyRuns.of(Figure.SLOWDOWN, logs.get(i), fixed.schedule(best, i)));
            });
    return new SafetyRatio(
        Check.BEST_INCUMBENT, workload, best.toString(), Figure.SLOWDOWN, array(ratios), cost);
  }

  /**
   * Checks how well the loop recovers after one kind of jobs is replaced by another. Jobs submitted
   * from the third day after the change, or from the third week with the cadence durable, are
   * compared with a loop that has seen only the second kind, and with the best fixed policy of the
   * second kind.
   */
  public List<SafetyRatio> changedCharacter(Kind before, Kind after) {
    return changedCharacter(before, after, uncounted(2 * seeds));
  }

  private List<SafetyRatio> changedCharacter(Kind before, Kind after, ProgressCounter loops) {
    int processors = after.processors();
    List<JobLog> firsts = logs(before);
    List<JobLog> seconds = logs(after);
    Spec best = new FixedPolicies(runs, seconds, processors).best();
    List<double[]> slowdowns =
        runs.each(
            seeds,
            i -> {
              JobLog both = SafetyWorkloads.after(firsts.get(i), seconds.get(i));
              int from = SafetyWorkloads.startOfSecond(firsts.get(i)) + recoverySeconds;
              IntPredicate recovered = job -> both.submit(job) >= from;
              JobLog second = seconds.get(i);
              Schedule loopOfBoth = runs.loop(both, processors, EASY);
              loops.completed();
              Schedule loopOfSecond = runs.loop(second, processors, EASY);
              loops.completed();
              return new double[] {
                SafetyRuns.slowdown(both, loopOfBoth, recovered),
                SafetyRuns.slowdown(
                    second, loopOfSecond, job -> second.submit(job) >= recoverySeconds),
                SafetyRuns.slowdown(both, SafetyRuns.fixed(both, processors, best), recovered)
              };
            });
    String workload = before + ", then " + after;
    return List.of(
        recovered(workload, "a loop that has seen only the second", slowdowns, 1),
        recovered(workload, best.toString(), slowdowns, 2));
  }

  private static SafetyRatio recovered(
      String workload, String baseline, List<double[]> slowdowns, int other) {
    double[] ratios =
        slowdowns.stream().mapToDouble(of -> SafetyRuns.ratio(of[0], of[other])).toArray();
    return new SafetyRatio(
        Check.CHANGED_CHARACTER, workload, baseline, Figure.SLOWDOWN, ratios, TOLERANCE);
  }

  /** Checks a loop whose model of the cluster is wrong, compared with EASY. */
  public List<SafetyRatio> wrongModel(Kind kind) {
    return wrongModel(kind, uncounted(seeds));
  }

  private List<SafetyRatio> wrongModel(Kind kind, ProgressCounter loops) {
    return wrongModel(kind.toString(), kind.processors(), logs(kind), loops);
  }

  /** Checks a wrong model on these logs, one for each seed. */
  List<SafetyRatio> wrongModel(
      String workload, int processors, List<JobLog> logs, ProgressCounter counter) {
    List<Schedule> loops =
        runs.each(
            seeds,
            i -> {
              Schedule loop = runs.loop(logs.get(i), processors, EASY, WRONG);
              counter.completed();
              return loop;
            });
    List<Schedule> untuned = runs.each(seeds, i -> SafetyRuns.fixed(logs.get(i), processors, EASY));
    List<SafetyRatio> figures = new ArrayList<>();
    for (Figure figure : Figure.values()) {
      double[] ratios =
          IntStream.range(0, seeds)
              .mapToDouble(
                  i ->
                      SafetyRuns.ratio(
                          SafetyRuns.of(figure, logs.get(i), loops.get(i)),
                          SafetyRuns.of(figure, logs.get(i), untuned.get(i))))
              .toArray();
      double limit = figure == Figure.SLOWDOWN ? 1 : TOLERANCE;
      figures.add(
          new SafetyRatio(Check.WRONG_MODEL, workload, EASY.toString(), figure, ratios, limit));
    }
    return figures;
  }

  private static ProgressCounter uncounted(int loops) {
    return new ProgressCounter(loops, done -> {});
  }

  private List<JobLog> logs(Kind kind) {
    return runs.each(seeds, i -> kind.log(firstSeed + i));
  }

  private static double[] array(List<Double> numbers) {
    return numbers.stream().mapToDouble(number -> number).toArray();
  }
}
