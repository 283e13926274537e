package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.spec.Spec;

/**
 * The settings of the family, and its test: whether the probability that a candidate delays the
 * queue's first job is below the threshold. A job without a prediction runs for its estimate.
 *
 * @param threshold the probability from which on a job is not backfilled
 * @param wantsExact whether the exact probability is wanted where it is feasible
 * @param untrained the predictor of runtimes before any job has ended
 */
record DelayTest(double threshold, boolean wantsExact, RuntimePredictor untrained) {
  /** Maximum number of operations per point for the exact probability. */
  private static final long TRACTABLE = 100_000;

  /** Predictions before any job has arrived. */
  RuntimeModels models() {
    return new RuntimeModels(untrained.fork());
  }

  /** Whether policies with these specs have the same predictor. */
  static boolean sharePredictor(Spec a, Spec b) {
    return withoutTest(a).equals(withoutTest(b));
  }

  private static Spec withoutTest(Spec spec) {
    return spec.without("tau").without("bound");
  }

  /** Whether the exact probability is computed for these releases. */
  boolean isExact(Releases releases, int lacking, int free) {
    return wantsExact && ExactDelay.cost(releases, lacking, free) <= TRACTABLE;
  }

  /**
   * Whether the candidate in {@code slot} may start.
   *
   * @param width what it takes of what the first job could use now
   */
  boolean passes(RuntimeModels models, int slot, int estimate, DelayByPoint delay, int width) {
    if (!models.allows(slot, 0, estimate)) {
      return delays(estimate, delay, width) < threshold;
    }
    double byEstimate = models.cumulative(slot, estimate); // longer runtimes are impossible
    double result = 0;
    double delays = 0;
    double before = 0;
    for (int bin = 0; bin < RuntimeBins.COUNT; bin++) {
      boolean whole = RuntimeBins.edge(bin + 1) < estimate;
      double to = whole ? RuntimeBins.edge(bin + 1) : estimate;
      double by = whole ? models.cumulativeToEdge(slot, bin + 1) / byEstimate : 1;
      // a delay after the job's estimate is not caused by it
      for (int point = 2 * bin; point <= 2 * bin + 1 && Releases.time(point) <= to; point++) {
        delays = delay.by(point, width, delays);
      }
      result += (by - before) * delays;
      // the final probability is at least the current one and at most 1
      if (result + (1 - by) * delays >= threshold) {
        return false;
      }
      if (to >= estimate || result + (1 - by) < threshold) {
        return true;
      }
      before = by;
    }
    return true;
  }

  /** The probability that a job that runs for its estimate delays the head. */
  private static double delays(int estimate, DelayByPoint delay, int width) {
    double delays = 0;
    for (int point = 0; point < Releases.POINTS && Releases.time(point) < estimate; point++) {
      delays = delay.by(point, width, delays);
    }
    return delays;
  }
}
