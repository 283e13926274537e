package io.gnomon.sim.predict;

/**
 * The quality of a predictor's distributions, compared with the actual runtimes. A distribution is
 * evaluated as the scheduler uses it: truncated at the estimate; if no probability remains, it
 * counts as no prediction. Not thread-safe.
 */
public final class PredictionQuality {
  private static final double TAIL = 0.1; // probability on either side of the interval
  private static final double UNIFORM =
      0.01; // share spread over all bins, so that no score is infinite

  private long jobs;
  private long predicted;
  private long covered;
  private long under;
  private long over;
  private double bits;

  /** Adds a job without a prediction. */
  public void unpredicted() {
    jobs++;
  }

  /**
   * Adds a predicted job.
   *
   * @param row cumulative probabilities at the edges of {@link RuntimeBins}
   */
  public void add(double[] row, int estimate, int runtime) {
    double all = RuntimeBins.cumulative(row, 0, Math.max(2, estimate));
    if (all <= 0) {
      unpredicted();
      return;
    }
    jobs++;
    predicted++;
    int bin = RuntimeBins.bin(runtime);
    covered += bin >= quantile(row, all, TAIL) && bin <= quantile(row, all, 1 - TAIL) ? 1 : 0;
    int median = quantile(row, all, 0.5);
    under += bin > median ? 1 : 0;
    over += bin < median ? 1 : 0;
    double to = Math.min(all, row[bin + 1]);
    double share = Math.max(0, to - Math.min(all, row[bin])) / all;
    bits -= Math.log((1 - UNIFORM) * share + UNIFORM / RuntimeBins.COUNT) / Math.log(2);
  }

  /** The bin in which the given share of the probability below the estimate is reached. */
  private static int quantile(double[] row, double all, double share) {
    int bin = 0;
    while (bin < RuntimeBins.COUNT - 1 && row[bin + 1] < share * all) {
      bin++;
    }
    return bin;
  }

  /** The share of jobs with a prediction, from 0 to 1. */
  public double predictedShare() {
    return (double) predicted / jobs;
  }

  /**
   * The share of predictions whose 80 % interval, in whole bins, contains the runtime; at least 0.8
   * for calibrated distributions.
   */
  public double coverage() {
    return (double) covered / predicted;
  }

  /**
   * The mean negative binary logarithm of the predicted probability of the runtime's bin, in bits;
   * less is better. One hundredth of each distribution is spread over all bins, so the maximum is
   * 11.6; a uniform distribution scores 5.
   */
  public double logScore() {
    return bits / predicted;
  }

  /** The share of predictions with a median bin below the bin of the runtime. */
  public double underPredicted() {
    return (double) under / predicted;
  }

  /** The share of predictions with a median bin above the bin of the runtime. */
  public double overPredicted() {
    return (double) over / predicted;
  }
}
