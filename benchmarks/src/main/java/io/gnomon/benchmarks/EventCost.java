package io.gnomon.benchmarks;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** What an event (an arrival or an end, with its share of the pass after it) costs when steady. */
final class EventCost {
  private static final int EVENTS = 20_000;
  private static final int WARM_UP = 300_000;
  private static final int BATCH = 20;
  private static final double PATIENCE_SECONDS = 1;
  private static final double NANOSECONDS = 1e9;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** A size ten times as large is not tried where an event takes longer than this. */
  static final double MOST_SECONDS = 0.001;

  private EventCost() {}

  /**
   * Processor seconds of one event with so many waiting on 512 processors, where some 34 jobs run.
   */
  static double waiting(String policy, int waiting) {
    return seconds(policy, 512, 32, waiting);
  }

  /** Processor seconds of one event with about so many running and 1,000 waiting. */
  static double running(String policy, int running) {
    return seconds(policy, (int) (running * SteadyArrivals.meanWidth(8)), 8, 1_000);
  }

  /** The median of five runs, or the only one where it was slow. */
  private static double seconds(String policy, int processors, int widest, int waiting) {
    double[] rounds = new double[5];
    for (int round = 0; round < rounds.length; round++) {
      rounds[round] = run(policy, processors, widest, waiting);
      if (rounds[round] * EVENTS > PATIENCE_SECONDS / 2) {
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
    // the first instant fills the machine and the queue; then the code has to be compiled, and the
    // queue has to become what it stays, without most of its first short and narrow jobs
    simulation.step();
    seconds(simulation, count, Math.max(WARM_UP, waiting));
    return seconds(simulation, count, EVENTS);
  }

  /** Goes on for so many events, or as many as patience allows; seconds of one. */
  private static double seconds(Simulation simulation, Count count, int events) {
    count.events = 0;
    long began = THREADS.getCurrentThreadCpuTime();
    long elapsed = 0;
    while (count.events < events && elapsed < PATIENCE_SECONDS * NANOSECONDS) {
      // reading the clock costs as much as a quick event
      boolean slow = elapsed * 10 > PATIENCE_SECONDS * NANOSECONDS;
      for (int step = 0; step < (slow ? 1 : BATCH); step++) {
        simulation.step();
      }
      elapsed = THREADS.getCurrentThreadCpuTime() - began;
    }
    return elapsed / NANOSECONDS / count.events;
  }

  private static final class Count implements SimulationListener {
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
