package io.gnomon.benchmarks;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import java.util.Arrays;

/** What an instant (an arrival or an end, and the pass after it) costs in a steady state. */
final class InstantCost {
  private static final int INSTANTS = 20_000;
  private static final int BATCH = 50;
  private static final int WARM_UP = 400;
  private static final double PATIENCE_SECONDS = 1;
  private static final double NANOSECONDS = 1e9;

  /** A size ten times as large is not tried where an instant takes longer than this. */
  static final double MOST_SECONDS = 0.01;

  private InstantCost() {}

  /** Seconds of one instant with so many waiting on 512 processors, where some 34 jobs run. */
  static double waiting(String policy, int waiting) {
    return seconds(policy, 512, 32, waiting);
  }

  /** Seconds of one instant with about so many running and 1,000 waiting. */
  static double running(String policy, int running) {
    return seconds(policy, (int) (running * SteadyArrivals.meanWidth(8)), 8, 1_000);
  }

  /** The median of three runs, or the only one where it was slow. */
  private static double seconds(String policy, int processors, int widest, int waiting) {
    double[] rounds = new double[3];
    for (int round = 0; round < rounds.length; round++) {
      rounds[round] = run(policy, processors, widest, waiting);
      if (rounds[round] * INSTANTS > PATIENCE_SECONDS) {
        return rounds[round];
      }
    }
    Arrays.sort(rounds);
    return rounds[1];
  }

  private static double run(String policy, int processors, int widest, int waiting) {
    Simulation simulation =
        new Simulation(
            new ClusterState(processors),
            Policies.create(policy),
            new SteadyArrivals(processors, widest, waiting),
            SimulationListener.NONE);
    // the first instant fills the machine and the queue
    simulation.step();
    step(simulation, WARM_UP);
    return step(simulation, INSTANTS);
  }

  /** Steps so often, or as often as patience allows; seconds of one. */
  private static double step(Simulation simulation, int instants) {
    long began = System.nanoTime();
    int done = 0;
    long elapsed = 0;
    while (done < instants && elapsed < PATIENCE_SECONDS * NANOSECONDS) {
      int batch = elapsed * 10 > PATIENCE_SECONDS * NANOSECONDS ? 1 : BATCH;
      for (int i = 0; i < batch; i++) {
        simulation.step();
      }
      done += batch;
      elapsed = System.nanoTime() - began;
    }
    return elapsed / NANOSECONDS / done;
  }
}
