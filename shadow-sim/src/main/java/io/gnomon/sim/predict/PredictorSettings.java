package io.gnomon.sim.predict;

/**
 * What predictors are built with; each uses what concerns it.
 *
 * @param retention weight of a job relative to the next one of its class, in (0, 1]
 * @param leastJobs of a class before it predicts, at least 1
 */
public record PredictorSettings(double retention, int leastJobs) {
  /** Nothing is forgotten; five jobs make a class. */
  public static final PredictorSettings DEFAULT = new PredictorSettings(1, 5);
}
