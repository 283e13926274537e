package io.gnomon.sim.predict;

import io.gnomon.sim.snapshot.Fields;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Predicts the mean runtime of the user's two latest completed jobs, at most the estimate (Tsafrir,
 * Etsion and Feitelson 2007). The prediction is a point within one bin. Both calls cost O(1) plus
 * the row written.
 */
final class LastTwoRuns implements RuntimePredictor {
  private static final int RUNS = 2;

  private int[] runtimes; // by user: the latest and the one before; 0 if there is none

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
  public void forget(BitSet users) {
    users.stream()
        .forEach(
            user ->
                Arrays.fill(
                    runtimes,
                    Math.min(runtimes.length, Submission.firstClass(user, false) * RUNS),
                    Math.min(runtimes.length, Submission.firstClass(user + 1, false) * RUNS),
                    0));
  }

  @Override
  public RuntimePredictor fork() {
    return new LastTwoRuns(runtimes.clone());
  }

  @Override
  public void fields(Fields fields) {
    runtimes = fields.numbers("runtimes", runtimes);
  }
}
