package io.gnomon.sim.predict;

import io.gnomon.sim.spec.Spec;

/**
 * The settings of predictors; each uses those that apply to it.
 *
 * @param retention weight of a job relative to the next one of its class, in (0, 1]
 * @param leastJobs number of jobs of a class before it predicts, at least 1
 */
record PredictorSettings(double retention, int leastJobs) {
  static PredictorSettings of(Spec spec) {
    return new PredictorSettings(
        PredictorFamily.RETENTION.in(spec), PredictorFamily.LEAST.in(spec));
  }
}
