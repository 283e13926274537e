package io.gnomon.sim.predict;

import java.util.Arrays;

/**
 * The mean runtime of the two jobs of the same user that completed last (Tsafrir, Etsion and
 * Feitelson 2007), never beyond the estimate: a point, known to its bin. Both calls cost O(1) but
 * for the row written.
 */
final class LastTwoRuns implements RuntimePredictor {
  private static final int RUNS = 2;

  private int[] runtimes; // the last and the one before, by user; 0 where there is none

  LastTwoRuns() {
    this(new int[0]);
  }

  private LastTwoRuns(int[] runtimes) {
    this.runtimes = runtimes;
  }

  @Override
  public boolean predict(Submission job, double[] rows, int at) {
    int row = job.userClass() * RUNS;
    if (row >= runtimes.length || runtimes[row + 1] == 0) {
      return false;
    }
    double mean = ((double) runtimes[row] + runtimes[row + 1]) / RUNS;
    RuntimeBins.point(Math.min(mean, job.estimate()), rows, at);
    return true;
  }

  @Override
  public void completed(Submission job, int runtime) {
    int row = job.userClass() * RUNS;
    if (row >= runtimes.length) {
      runtimes = Arrays.copyOf(runtimes, Math.max(row + RUNS, 2 * runtimes.length));
    }
    runtimes[row + 1] = runtimes[row];
    runtimes[row] = Math.max(1, runtime);
  }

  @Override
  public RuntimePredictor fork() {
    return new LastTwoRuns(runtimes.clone());
  }

  @Override
  public void remember(Notes notes) {
    notes.write(runtimes, runtimes.length);
  }

  @Override
  public void recall(Notes notes) {
    runtimes = notes.readInts();
  }
}
