package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.predict.RuntimePredictor;

/**
 * The distribution of the ends of the running jobs, from their predictions conditional on elapsed
 * time and estimate (Nissimov and Feitelson 2008, Algorithm 1). A job without a prediction, or one
 * that has outlived it, ends exactly at its estimate.
 */
final class RunningForecast extends Releases {
  private RuntimeModels models = new RuntimeModels(RuntimePredictor.NONE);
  private int now;
  private int jobs;
  private int[] slots = new int[0];
  private int[] held = new int[0];
  private int[] expectedEnd = new int[0];
  private int[] estimate = new int[0];
  private int[] elapsed = new int[0];
  private double[] low = new double[0];
  private double[] scale = new double[0];

  /** Precomputes for each running job what every point needs. */
  void note(ClusterState state, RuntimeModels predicted) {
    models = predicted;
    now = state.now();
    RunningSet running = state.running();
    jobs = running.size();
    if (slots.length < jobs) {
      slots = new int[2 * jobs];
      held = new int[2 * jobs];
      expectedEnd = new int[2 * jobs];
      estimate = new int[2 * jobs];
      elapsed = new int[2 * jobs];
      low = new double[2 * jobs];
      scale = new double[2 * jobs];
    }
    for (int i = 0; i < jobs; i++) {
      int slot = running.slot(i);
      slots[i] = slot;
      held[i] = state.heldProcessors(slot);
      expectedEnd[i] = Math.max(running.end(i), now + 1);
      estimate[i] = state.estimate(slot);
      elapsed[i] = state.ranSeconds(slot);
      scale[i] = 0;
      if (models.known(slot) && elapsed[i] < estimate[i]) {
        low[i] = models.cumulative(slot, elapsed[i]);
        double mass = models.cumulative(slot, estimate[i]) - low[i];
        scale[i] = mass > 0 ? 1 / mass : 0;
      }
    }
    findUnit();
  }

  /** Number of running jobs. */
  @Override
  int count() {
    return jobs;
  }

  /** The processors of the i-th running job. */
  @Override
  int amount(int i) {
    return held[i];
  }

  /** The slot of the i-th running job. */
  int slot(int i) {
    return slots[i];
  }

  /**
   * The probability that the i-th running job has ended by a point. As in Algorithm 2, the
   * probability of a bin counts at the end of the bin, or at the estimate.
   */
  @Override
  double happened(int i, int point) {
    double seconds = time(point);
    if (scale[i] == 0) {
      return expectedEnd[i] <= now + seconds ? 1 : 0;
    }
    if (elapsed[i] + seconds >= estimate[i]) {
      return 1;
    }
    double by = models.cumulativeAtEdge(slots[i], elapsed[i] + seconds);
    return by <= low[i] ? 0 : (by - low[i]) * scale[i];
  }
}
