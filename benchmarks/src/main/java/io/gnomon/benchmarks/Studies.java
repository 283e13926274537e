package io.gnomon.benchmarks;

import io.gnomon.sim.cli.StudyThreads;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.SharedTasks;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * What studies cost over two weeks of a trace: of sixteen alternatives by threads, of a hundred.
 */
final class Studies {
  private static final int ALTERNATIVES = 16;
  private static final int CANDIDATES = 100;
  private static final int SHIFTS = 300_000; // about as long as a simulation
  private static final int TWO_WEEKS = 14 * 86_400;
  private static final List<String> ORDERS =
      List.of("shortest", "smallest", "smallest-area", "xfactor");

  private final Simulation live;
  private final Scenario future;
  private final List<PolicySpec> others = alternatives();
  private final List<PolicySpec> candidates = candidates();
  private final AtomicLong result = new AtomicLong();

  /** Studies from the middle of a log on, where the future is what the log holds. */
  Studies(JobLog log, int processors) {
    live =
        new Simulation(
            new ClusterState(processors),
            Policies.create("multi-queue(partitions=1)"),
            new LogArrivals(log),
            SimulationListener.NONE);
    live.runUntil(log.submit(log.size() / 2));
    future = Scenario.oracle(log);
  }

  /** Fifteen alternatives beside the incumbent: partitions, and orders of EASY. */
  private static List<PolicySpec> alternatives() {
    List<PolicySpec> alternatives = new ArrayList<>();
    alternatives.add(PolicySpec.of("easy"));
    for (int partitions = 2; alternatives.size() < ALTERNATIVES - 1 - ORDERS.size(); partitions++) {
      alternatives.add(PolicySpec.parse("multi-queue(partitions=" + partitions + ")"));
    }
    for (String order : ORDERS) {
      alternatives.add(PolicySpec.parse("easy(order=" + order + ")"));
    }
    return List.copyOf(alternatives);
  }

  /** A hundred candidates beside the incumbent: what a full search draws its alternatives from. */
  private static List<PolicySpec> candidates() {
    List<PolicySpec> candidates = new ArrayList<>();
    for (String order : ORDERS) {
      for (int exponent = 4; exponent <= 13; exponent++) {
        String parameters = "order=" + order + ", weight=1e-" + exponent + ")";
        candidates.add(PolicySpec.parse("easy(head=order, " + parameters));
        candidates.add(PolicySpec.parse("conservative(guarantee=false, " + parameters));
      }
    }
    for (int partitions = 2; candidates.size() < CANDIDATES; partitions++) {
      candidates.add(PolicySpec.parse("multi-queue(partitions=" + partitions + ")"));
    }
    return List.copyOf(candidates);
  }

  /**
   * What some threads make of work that can be divided.
   *
   * @param studySeconds of a study in a median turn, by number of threads, from one on
   * @param arithmeticSeconds of sixteen pieces of arithmetic that share nothing, likewise
   */
  record Scaling(double[] studySeconds, double[] arithmeticSeconds) {
    /** The least share of its threads that a study makes use of, over all their numbers. */
    double studyEfficiency() {
      return efficiency(studySeconds);
    }

    /** What the machine makes of its processors meanwhile. */
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

  /** The least efficiency over one to so many threads that sixteen equal tasks allow. */
  static double mostEfficiency(int mostThreads) {
    return IntStream.rangeClosed(1, mostThreads)
        .mapToDouble(
            threads -> (double) ALTERNATIVES / threads / Math.ceil((double) ALTERNATIVES / threads))
        .min()
        .orElse(1);
  }

  /**
   * Studies and arithmetic by turns, by one to so many threads, the one that waits for them among
   * them. Between two of its turns a thread has slept.
   *
   * @param inARow studies, or arithmetics, of a turn: one by threads that have slept, many by
   *     threads that are at work, as where a log is tuned
   */
  Scaling scaling(int mostThreads, int inARow, int rounds) {
    List<StudyThreads> pools = new ArrayList<>();
    List<Runnable> tasks = new ArrayList<>();
    for (int threads = 1; threads <= mostThreads; threads++) {
      StudyThreads pool = new StudyThreads(threads);
      pools.add(pool);
      tasks.add(() -> times(inARow, () -> study(ALTERNATIVES, 1).join(pool)));
    }
    pools.forEach(pool -> tasks.add(() -> times(inARow, () -> arithmetic(pool))));
    try {
      double[] seconds = Rounds.mediansByClock(rounds, tasks);
      return new Scaling(
          IntStream.range(0, mostThreads).mapToDouble(i -> seconds[i] / inARow).toArray(),
          IntStream.range(mostThreads, 2 * mostThreads)
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

  /** A study of a hundred candidates in one future. */
  ShadowStudy large() {
    return new ShadowStudy(live.state(), live.policy(), candidates, List.of(future), TWO_WEEKS);
  }

  /** A study of so many policies with the incumbent, at most 16, in so many equal futures. */
  ShadowStudy study(int alternatives, int futures) {
    return new ShadowStudy(
        live.state(),
        live.policy(),
        others.subList(0, alternatives - 1),
        Collections.nCopies(futures, future),
        TWO_WEEKS);
  }
}
