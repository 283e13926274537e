package io.gnomon.sim.predict;

/** Predicts the user's estimate, a point within one bin: the baseline for other predictors. */
final class UserEstimate implements RuntimePredictor {
  @Override
  public boolean predict(Submission job, double[] rows, int at) {
    RuntimeBins.point(job.estimate(), rows, at);
    return true;
  }

  @Override
  public void completed(Submission job, int runtime) {}

  @Override
  public RuntimePredictor fork() {
    return this;
  }
}
