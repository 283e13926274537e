package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;

/**
 * When the running jobs will have ended, by their predictions, given how long they have run and
 * what was requested (Nissimov and Feitelson 2008, Algorithm 1). A job without a prediction, or one
 * that has outlived its own, ends at its estimate for sure.
 *
 * <p>Time is looked at in points, the middle and the end of each runtime bin from now.
 */
final class RunningForecast {
  /** How many points of time there are. */
  static final int POINTS = 2 * RuntimeBins.COUNT;

  private static final double HALF_BIN = Math.sqrt(RuntimeBins.GROWTH);

  private ClusterState state = new ClusterState(1);
  private RuntimeModels models = new RuntimeModels(RuntimePredictor.NONE);
  private int[] elapsed = new int[0];
  private double[] low = new double[0];
  private double[] scale = new double[0];
  private int unit = 1;

  /** Seconds from now to a point. */
  static double time(int point) {
    double start = RuntimeBins.edge(point / 2);
    return start * (point % 2 == 0 ? HALF_BIN : RuntimeBins.GROWTH);
  }

  /** Notes of each running job what every point of time needs. */
  void note(ClusterState now, RuntimeModels predicted) {
    state = now;
    models = predicted;
    RunningSet running = state.running();
    if (elapsed.length < running.size()) {
      elapsed = new int[2 * running.size()];
      low = new double[2 * running.size()];
      scale = new double[2 * running.size()];
    }
    unit = 0;
    for (int i = 0; i < running.size(); i++) {
      int slot = running.slot(i);
      unit = greatestCommonDivisor(unit, state.heldProcessors(slot));
      int estimate = state.estimate(slot);
      elapsed[i] = state.ranSeconds(slot);
      scale[i] = 0;
      if (models.known(slot) && elapsed[i] < estimate) {
        low[i] = models.cumulative(slot, elapsed[i]);
        double mass = models.cumulative(slot, estimate) - low[i];
        scale[i] = mass > 0 ? 1 / mass : 0;
      }
    }
  }

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  /** How many jobs run. */
  int jobs() {
    return state.running().size();
  }

  /** The processors of the i-th running job, in units that all running jobs have whole. */
  int units(int i) {
    return state.heldProcessors(state.running().slot(i)) / unit;
  }

  /** How many units must be released for so many processors. */
  int unitsFor(int processors) {
    int size = Math.max(1, unit); // 0 where nothing runs
    return (processors + size - 1) / size;
  }

  /**
   * The probability that the i-th running job has ended by a point. As in Algorithm 2 its chance to
   * end in a bin counts at the end of the bin, or at the estimate.
   */
  double ended(int i, int point) {
    double seconds = time(point);
    int slot = state.running().slot(i);
    if (scale[i] == 0) {
      int expected = Math.max(state.running().end(i), state.now() + 1);
      return expected <= state.now() + seconds ? 1 : 0;
    }
    if (elapsed[i] + seconds >= state.estimate(slot)) {
      return 1;
    }
    double by = models.cumulativeAtEdge(slot, elapsed[i] + seconds);
    return by <= low[i] ? 0 : (by - low[i]) * scale[i];
  }
}
