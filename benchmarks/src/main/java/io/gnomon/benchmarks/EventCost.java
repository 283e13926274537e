package io.gnomon.benchmarks;

import io.gnomon.benchmarks.workload.SteadyArrivals;
import io.gnomon.benchmarks.workload.SteadyRequests;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.Spec;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Measures the cost of an event (an arrival or an end, with its share of the scheduling pass that
 * follows) in steady state.
 */
final class EventCost {
  private static final int EVENTS = 20_000;
  private static final int WARM_UP = 300_000;
  private static final int BATCH = 20;
  private static final int NODES = 64;
  private static final double LIMIT_SECONDS = 1;
  private static final double NANOSECONDS = 1e9;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** If an event takes longer than this, the next larger size is skipped. */
  static final double MAX_SECONDS = 0.001;

  private EventCost() {}

  /**
   * CPU seconds of one event with {@code waiting} waiting jobs on 512 processors, where about 34
   * jobs run.
   */
  static double waiting(String policy, int waiting) {
    return seconds(policy, 512, 32, waiting);
  }

  /** CPU seconds of one event with about {@code running} running jobs and 1,000 waiting jobs. */
  static double running(String policy, int running) {
    return seconds(policy, (int) (running * SteadyArrivals.meanWidth(8)), 8, 1_000);
  }

  /**
   * CPU seconds of one event with {@code active} active jobs of 100 shapes on 64 nodes, nearly all
   * of which wait.
   */
  static double onNodes(String policy, int active) {
    return median(() -> runOnNodes(policy, active));
  }

  private static double seconds(String policy, int processors, int widest, int waiting) {
    return median(() -> run(policy, processors, widest, waiting));
  }

  /** The median of five runs, or a single run if it was slow. */
  private static double median(DoubleSupplier run) {
    double[] rounds = new double[5];
    for (int round = 0; round < rounds.length; round++) {
      rounds[round] = run.getAsDouble();
      if (rounds[round] * EVENTS > LIMIT_SECONDS / 2) {
        return rounds[round];
      }
    }
    Arrays.sort(rounds);
    return rounds[rounds.length / 2];
  }

  private static double run(String policy, int processors, int widest, int waiting) {
    Count count = new Count();
    int running = (int) (processors / SteadyArrivals.meanWidth(widest));
    Simulation simulation =
        new Simulation(
            new ClusterState(processors),
            Policies.create(policy),
            new SteadyArrivals(processors, widest, waiting + running),
            count);
    return steady(simulation, count, waiting);
  }

  private static double runOnNodes(String policy, int active) {
    ClusterState state = new ClusterState(SteadyRequests.machine(NODES));
    SteadyRequests requests = new SteadyRequests(state.nodes().shapes(), active);
    Count count =
        new Count() {
          @Override
          public void finished(ClusterState at, int slot) {
            super.finished(at, slot);
            requests.ended();
          }
        };
    return steady(
        new Simulation(state, Policies.create(Spec.parse(policy), state), requests, count),
        count,
        active);
  }

  private static double steady(Simulation simulation, Count count, int waiting) {
    // The first step fills the machine and the queue. The warm-up lets the JIT compile the code
    // and the queue reach its steady state, in which most short and narrow jobs have left it.
    simulation.step();
    seconds(simulation, count, Math.max(WARM_UP, waiting));
    return seconds(simulation, count, EVENTS);
  }

  /** Continues for {@code events} events or until the time limit; returns the seconds per event. */
  private static double seconds(Simulation simulation, Count count, int events) {
    count.events = 0;
    long began = THREADS.getCurrentThreadCpuTime();
    long elapsed = 0;
    while (count.events < events && elapsed < LIMIT_SECONDS * NANOSECONDS) {
      // reading the clock costs as much as a fast event
      boolean slow = elapsed * 10 > LIMIT_SECONDS * NANOSECONDS;
      for (int step = 0; step < (slow ? 1 : BATCH); step++) {
        simulation.step();
      }
      elapsed = THREADS.getCurrentThreadCpuTime() - began;
    }
    return elapsed / NANOSECONDS / count.events;
  }

  private static class Count implements SimulationListener {
    private int events;

    @Override
    public void submitted(ClusterState state, int slot) {
      events++;
    }

    @Override
    public void finished(ClusterState state, int slot) {
      events++;
    }
  }
}
