package io.gnomon.benchmarks;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.tune.Future;
import io.gnomon.sim.tune.ShadowStudy;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What a study of sixteen alternatives costs, by threads. */
final class Studies {
  private static final int ALTERNATIVES = 16;
  private static final int TWO_WEEKS = 14 * 86_400;
  private static final List<String> ORDERS =
      List.of("shortest", "smallest", "smallest-area", "xfactor");

  private final Simulation live;
  private final Future future;

  /** Studies from the middle of a log on, where the future is what the log holds. */
  Studies(JobLog log, int processors) {
    live =
        new Simulation(
            new ClusterState(processors),
            Policies.create("multi-queue(partitions=1)"),
            new LogArrivals(log),
            SimulationListener.NONE);
    live.runUntil(log.submit(log.size() / 2));
    future = Future.oracle(log);
  }

  /** Fifteen alternatives beside the incumbent: partitions, and orders of EASY. */
  static List<PolicySpec> alternatives() {
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

  /** The median seconds of a study by number of threads, from one on. */
  double[] seconds(int mostThreads, int rounds) {
    List<ExecutorService> pools = new ArrayList<>();
    List<Runnable> tasks = new ArrayList<>();
    for (int threads = 1; threads <= mostThreads; threads++) {
      ExecutorService pool = Executors.newFixedThreadPool(threads);
      pools.add(pool);
      tasks.add(() -> study(ALTERNATIVES, 1).run(pool).join());
    }
    try {
      return Rounds.mediansByClock(rounds, tasks);
    } finally {
      pools.forEach(ExecutorService::shutdown);
    }
  }

  /** A study of so many policies with the incumbent, at most 16, in so many equal futures. */
  ShadowStudy study(int alternatives, int futures) {
    return new ShadowStudy(
        live.state(),
        live.policy(),
        alternatives().subList(0, alternatives - 1),
        Collections.nCopies(futures, future),
        TWO_WEEKS);
  }
}
