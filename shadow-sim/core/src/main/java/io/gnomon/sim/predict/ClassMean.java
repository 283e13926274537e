package io.gnomon.sim.predict;

import io.gnomon.sim.snapshot.Fields;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Predicts the mean runtime of the job's class plus 1.5 standard deviations, which avoids
 * under-prediction, at most the estimate (Mu'alem and Feitelson 2001). A class is a user and a
 * power of two of width, because logs and event streams rarely contain the executable. The
 * prediction is a point within one bin. Both calls cost O(1) plus the row written.
 */
final class ClassMean implements RuntimePredictor {
  private static final double DEVIATIONS = 1.5;
  private static final int FIELDS = 3; // jobs, mean, sum of squared distances from the mean

  private final int leastJobs;
  private double[] classes;

  ClassMean(PredictorSettings settings) {
    this(settings.leastJobs(), new double[0]);
  }

  private ClassMean(int leastJobs, double[] classes) {
    this.leastJobs = leastJobs;
    this.classes = classes;
  }

  @Override
  public boolean predict(Submission job, double[] rows, int at) {
    int row = job.userAndWidthClass() * FIELDS;
    if (row >= classes.length || classes[row] < leastJobs) {
      return false;
    }
    double deviation = Math.sqrt(classes[row + 2] / classes[row]);
    double point = classes[row + 1] + DEVIATIONS * deviation;
    RuntimeBins.point(Math.min(point, job.estimate()), rows, at);
    return true;
  }

  @Override
  public void completed(Submission job, int runtime) {
    int row = job.userAndWidthClass() * FIELDS;
    if (row >= classes.length) {
      classes = Arrays.copyOf(classes, Math.max(row + FIELDS, 2 * classes.length));
    }
    double jobs = ++classes[row];
    double before = runtime - classes[row + 1];
    classes[row + 1] += before / jobs;
    classes[row + 2] += before * (runtime - classes[row + 1]);
  }

  @Override
  public void forget(BitSet users) {
    users.stream()
        .forEach(
            user ->
                Arrays.fill(
                    classes,
                    Math.min(classes.length, Submission.firstClass(user, true) * FIELDS),
                    Math.min(classes.length, Submission.firstClass(user + 1, true) * FIELDS),
                    0));
  }

  @Override
  public RuntimePredictor fork() {
    return new ClassMean(leastJobs, classes.clone());
  }

  /** The jobs, the mean and the sum of squared deviations of each class. */
  @Override
  public void fields(Fields fields) {
    classes = fields.numbers("classes", classes);
  }
}
