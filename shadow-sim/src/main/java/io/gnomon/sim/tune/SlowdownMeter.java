package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;

/** Sums up bounded slowdowns in one simulation of a study, in batches by submission. */
final class SlowdownMeter implements SimulationListener {
  private static final int BATCH_SECONDS = 12 * 3600;

  private final int from;
  private final int horizon;
  private final double[] sums;
  private final int[] counts;

  SlowdownMeter(int from, int horizon) {
    this.from = from;
    this.horizon = horizon;
    sums = new double[batches(horizon - from)];
    counts = new int[sums.length];
  }

  /** Batches of a simulation: one for the jobs that were there, then one each half day. */
  static int batches(int seconds) {
    return 2 + seconds / BATCH_SECONDS;
  }

  @Override
  public void finished(ClusterState state, int slot) {
    int runtime = state.servedSeconds(slot) + state.now() - state.startTime(slot);
    add(state, slot, state.now() - state.submitTime(slot) - runtime, runtime);
  }

  /** Counts the jobs that are left at the horizon; held ones wait by their own wish. */
  void close(Simulation simulation) {
    ClusterState state = simulation.state();
    state.forEachActive(
        slot -> {
          if (state.phase(slot) != JobPhase.HELD) {
            boolean runs = state.phase(slot) == JobPhase.RUNNING;
            int until = runs ? state.startTime(slot) : horizon;
            int wait = until - state.submitTime(slot) - state.servedSeconds(slot);
            add(state, slot, wait, simulation.runtime(slot));
          }
        });
  }

  private void add(ClusterState state, int slot, int wait, int runtime) {
    int since = state.submitTime(slot) - from;
    int batch = since < 0 ? 0 : 1 + since / BATCH_SECONDS;
    sums[batch] += SlowdownWindow.slowdown(wait, runtime);
    counts[batch]++;
  }

  void copyInto(double[] allSums, int[] allCounts, int offset) {
    System.arraycopy(sums, 0, allSums, offset, sums.length);
    System.arraycopy(counts, 0, allCounts, offset, counts.length);
  }
}
