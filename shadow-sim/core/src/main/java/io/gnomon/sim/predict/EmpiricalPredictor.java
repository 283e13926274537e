package io.gnomon.sim.predict;

import io.gnomon.sim.snapshot.Fields;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Predicts the empirical distribution of the runtimes of the same user's completed jobs, optionally
 * only of those with a similar width (the same power of two). Old jobs count less: each job of a
 * class multiplies the earlier weights by a constant. Both calls cost O(bins) and allocate only for
 * new users.
 */
final class EmpiricalPredictor implements RuntimePredictor {
  private final boolean byWidth;
  private final double retention;
  private final int leastJobs;
  private double[] weights;
  private int[] jobs;

  /**
   * A predictor that has learned nothing.
   *
   * @param byWidth whether jobs of other widths are ignored
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
  public void forget(BitSet users) {
    users.stream()
        .forEach(
            user -> {
              int from = Math.min(jobs.length, Submission.firstClass(user, byWidth));
              int to = Math.min(jobs.length, Submission.firstClass(user + 1, byWidth));
              Arrays.fill(jobs, from, to, 0);
              Arrays.fill(weights, from * RuntimeBins.COUNT, to * RuntimeBins.COUNT, 0);
            });
  }

  /** The completed jobs of each class, and the weights of the classes that have any. */
  @Override
  public void fields(Fields fields) {
    jobs = fields.numbers("jobs", jobs);
    int[] known = IntStream.range(0, jobs.length).filter(group -> jobs[group] > 0).toArray();
    double[] packed = new double[known.length * RuntimeBins.COUNT];
    if (fields.reading()) {
      weights = new double[jobs.length * RuntimeBins.COUNT];
    }
    for (int i = 0; i < known.length; i++) {
      copyRow(weights, known[i], packed, i);
    }
    fields.fill("weights", packed);
    for (int i = 0; i < known.length; i++) {
      copyRow(packed, i, weights, known[i]);
    }
  }

  private static void copyRow(double[] from, int row, double[] to, int toRow) {
    System.arraycopy(
        from, row * RuntimeBins.COUNT, to, toRow * RuntimeBins.COUNT, RuntimeBins.COUNT);
  }

  private int group(Submission job) {
    return byWidth ? job.userAndWidthClass() : job.userClass();
  }
}
