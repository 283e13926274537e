package io.gnomon.sim.predict;

/** The user's estimate, as a point known to its bin: what the other predictors are held against. */
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

  @Override
  public void remember(Notes notes) {}

  @Override
  public void recall(Notes notes) {}
}
