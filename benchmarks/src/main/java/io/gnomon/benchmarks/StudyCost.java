package io.gnomon.benchmarks;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.SharedTasks;
import io.gnomon.sim.thread.StudyThreads;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Studies over two weeks of a trace: sixteen alternatives by number of threads, and one hundred
 * alternatives.
 */
public final class StudyCost {
  private static final int ALTERNATIVES = 16;
  private static final int MANY_ALTERNATIVES = 100;
  private static final int SHIFTS = 300_000; // takes about as long as a simulation
  private static final int TWO_WEEKS = 14 * 86_400;
  private static final List<String> ORDERS =
      List.of("shortest", "smallest", "smallest-area", "xfactor");

  private final Simulation live;
  private final Scenario scenario;
  private final List<Spec> others = alternatives();
  private final List<Spec> manyAlternatives = manyAlternatives();
  private final AtomicLong result = new AtomicLong();

  /** Creates studies that start in the middle of a log, whose second half is the scenario. */
  public StudyCost(JobLog log, int processors) {
    live =
        new Simulation(
            new ClusterState(processors),
            Policies.create("multi-queue(partitions=1)"),
            new LogArrivals(log),
            SimulationListener.NONE);
    live.runUntil(log.submit(log.size() / 2));
    scenario = Scenario.oracle(log);
  }

  /** Fifteen alternatives to the incumbent: numbers of partitions, and orders of EASY. */
  private static List<Spec> alternatives() {
    List<Spec> alternatives = new ArrayList<>();
    alternatives.add(Spec.of("easy"));
    for (int partitions = 2; alternatives.size() < ALTERNATIVES - 1 - ORDERS.size(); partitions++) {
      alternatives.add(Spec.parse("multi-queue(partitions=" + partitions + ")"));
    }
    for (String order : ORDERS) {
      alternatives.add(Spec.parse("easy(order=" + order + ")"));
    }
    return List.copyOf(alternatives);
  }

  /** One hundred alternatives to the incumbent, like those of a library search. */
  private static List<Spec> manyAlternatives() {
    List<Spec> manyAlternatives = new ArrayList<>();
    for (String order : ORDERS) {
      for (int exponent = 4; exponent <= 13; exponent++) {
        String parameters = "order=" + order + ", weight=1e-" + exponent + ")";
        manyAlternatives.add(Spec.parse("easy(head=order, " + parameters));
        manyAlternatives.add(Spec.parse("conservative(guarantee=false, " + parameters));
      }
    }
    for (int partitions = 2; manyAlternatives.size() < MANY_ALTERNATIVES; partitions++) {
      manyAlternatives.add(Spec.parse("multi-queue(partitions=" + partitions + ")"));
    }
    return List.copyOf(manyAlternatives);
  }

  /**
   * Durations of parallel work by number of threads, starting with one thread.
   *
   * @param studySeconds median duration of a study
   * @param arithmeticSeconds median duration of sixteen independent arithmetic tasks
   */
  record Scaling(double[] studySeconds, double[] arithmeticSeconds) {
    /** The lowest parallel efficiency of a study over all numbers of threads. */
    double studyEfficiency() {
      return efficiency(studySeconds);
    }

    /** The lowest parallel efficiency of independent arithmetic over all numbers of threads. */
    double arithmeticEfficiency() {
      return efficiency(arithmeticSeconds);
    }

    private static double efficiency(double[] seconds) {
      return IntStream.range(0, seconds.length)
          .mapToDouble(i -> seconds[0] / seconds[i] / (i + 1))
          .min()
          .orElse(1);
    }
  }

  /**
   * The lowest efficiency over one to {@code maxThreads} threads that sixteen equal tasks can
   * reach.
   */
  static double maxEfficiency(int maxThreads) {
    return IntStream.rangeClosed(1, maxThreads)
        .mapToDouble(
            threads -> (double) ALTERNATIVES / threads / Math.ceil((double) ALTERNATIVES / threads))
        .min()
        .orElse(1);
  }

  /**
   * Measures studies and arithmetic alternately, with one to {@code maxThreads} threads, including
   * the calling one. Threads are idle between two of their rounds.
   *
   * @param inARow studies or arithmetic tasks in a round: 1 measures idle threads, a larger number
   *     measures busy threads, as when a log is tuned
   */
  Scaling scaling(int maxThreads, int inARow, int rounds) {
    List<StudyThreads> pools = new ArrayList<>();
    List<Runnable> tasks = new ArrayList<>();
    for (int threads = 1; threads <= maxThreads; threads++) {
      StudyThreads pool = new StudyThreads(threads);
      pools.add(pool);
      tasks.add(() -> times(inARow, () -> study(ALTERNATIVES, 1).join(pool)));
    }
    pools.forEach(pool -> tasks.add(() -> times(inARow, () -> arithmetic(pool))));
    try {
      double[] seconds = Rounds.mediansByClock(rounds, tasks);
      return new Scaling(
          IntStream.range(0, maxThreads).mapToDouble(i -> seconds[i] / inARow).toArray(),
          IntStream.range(maxThreads, 2 * maxThreads)
              .mapToDouble(i -> seconds[i] / inARow)
              .toArray());
    } finally {
      pools.forEach(StudyThreads::close);
    }
  }

  private static void times(int count, Runnable task) {
    for (int i = 0; i < count; i++) {
      task.run();
    }
  }

  private void arithmetic(StudyThreads pool) {
    new SharedTasks(pool)
        .await(
            tasks ->
                CompletableFuture.allOf(
                    IntStream.range(0, ALTERNATIVES)
                        .mapToObj(i -> CompletableFuture.runAsync(this::shift, tasks))
                        .toArray(CompletableFuture[]::new)));
  }

  private void shift() {
    long bits = 1;
    for (int i = 0; i < SHIFTS; i++) {
      bits ^= bits << 13;
      bits ^= bits >>> 7;
      bits ^= bits << 17;
    }
    result.lazySet(bits);
  }

  /** A study of one hundred alternatives in one scenario. */
  ShadowStudy large() {
    return new ShadowStudy(
        live.state(), live.policy(), manyAlternatives, List.of(scenario), TWO_WEEKS);
  }

  /**
   * A study of {@code alternatives} policies including the incumbent, at most 16, in {@code
   * scenarios} equal scenarios.
   */
  public ShadowStudy study(int alternatives, int scenarios) {
    return new ShadowStudy(
        live.state(),
        live.policy(),
        others.subList(0, alternatives - 1),
        Collections.nCopies(scenarios, scenario),
        TWO_WEEKS);
  }
}
