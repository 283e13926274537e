package io.gnomon.sim.predict;

/**
 * The settings of predictors; each uses those that apply to it.
 *
 * @param retention weight of a job relative to the next one of its class, in (0, 1]
 * @param leastJobs number of jobs of a class before it predicts, at least 1
 */
public record PredictorSettings(double retention, int leastJobs) {
  /** All jobs have the same weight; a class predicts from five jobs on. */
  public static final PredictorSettings DEFAULT = new PredictorSettings(1, 5);
}
