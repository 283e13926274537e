package io.gnomon.sim.predict;

import java.util.Arrays;

/**
 * The empirical distribution of the runtimes of the same user's completed jobs, or of those of like
 * width (a power of two) as well. An old job counts less: each job of the class multiplies the
 * weights before it by a constant. Both calls cost O(bins) and allocate only for new users.
 */
final class EmpiricalPredictor implements RuntimePredictor {
  private final boolean byWidth;
  private final double retention;
  private final int leastJobs;
  private double[] weights;
  private int[] jobs;

  /**
   * A predictor that knows nothing yet.
   *
   * @param byWidth whether jobs of other widths are left out
   */
  EmpiricalPredictor(boolean byWidth, PredictorSettings settings) {
    this(byWidth, settings.retention(), settings.leastJobs(), new double[0], new int[0]);
  }

  private EmpiricalPredictor(
      boolean byWidth, double retention, int leastJobs, double[] weights, int[] jobs) {
    this.byWidth = byWidth;
    this.retention = retention;
    this.leastJobs = leastJobs;
    this.weights = weights;
    this.jobs = jobs;
  }

  @Override
  public RuntimePredictor fork() {
    return new EmpiricalPredictor(byWidth, retention, leastJobs, weights.clone(), jobs.clone());
  }

  @Override
  public boolean predict(Submission job, double[] rows, int at) {
    int group = group(job);
    if (group >= jobs.length || jobs[group] < leastJobs) {
      return false;
    }
    double total = 0;
    for (int bin = 0; bin < RuntimeBins.COUNT; bin++) {
      total += weights[group * RuntimeBins.COUNT + bin];
    }
    double sum = 0;
    rows[at] = 0;
    for (int bin = 0; bin < RuntimeBins.COUNT; bin++) {
      sum += weights[group * RuntimeBins.COUNT + bin];
      rows[at + bin + 1] = sum / total;
    }
    return true;
  }

  @Override
  public void completed(Submission job, int runtime) {
    int group = group(job);
    if (group >= jobs.length) {
      int groups = Math.max(group + 1, 2 * jobs.length);
      jobs = Arrays.copyOf(jobs, groups);
      weights = Arrays.copyOf(weights, groups * RuntimeBins.COUNT);
    }
    int row = group * RuntimeBins.COUNT;
    for (int bin = 0; bin < RuntimeBins.COUNT; bin++) {
      weights[row + bin] *= retention;
    }
    weights[row + RuntimeBins.bin(runtime)] += 1;
    jobs[group]++;
  }

  @Override
  public void remember(Notes notes) {
    notes.write(jobs, jobs.length);
    for (int group = 0; group < jobs.length; group++) {
      if (jobs[group] > 0) {
        notes.write(
            Arrays.copyOfRange(
                weights, group * RuntimeBins.COUNT, (group + 1) * RuntimeBins.COUNT));
      }
    }
  }

  @Override
  public void recall(Notes notes) {
    jobs = notes.readInts();
    weights = new double[jobs.length * RuntimeBins.COUNT];
    for (int group = 0; group < jobs.length; group++) {
      if (jobs[group] > 0) {
        double[] row = notes.readDoubles();
        System.arraycopy(row, 0, weights, group * RuntimeBins.COUNT, RuntimeBins.COUNT);
      }
    }
  }

  private int group(Submission job) {
    return byWidth ? job.userAndWidthClass() : job.userClass();
  }
}
