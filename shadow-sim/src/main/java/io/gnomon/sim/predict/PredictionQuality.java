package io.gnomon.sim.predict;

/**
 * How good a predictor's distributions were, once the runtimes are known. A distribution counts as
 * the scheduler uses it: cut at the estimate; where it leaves no runtime up to there it is no
 * prediction. Not thread-safe.
 */
public final class PredictionQuality {
  private static final double TAIL = 0.1; // on either side of the interval
  private static final double UNIFORM = 0.01; // of the mass, so that no score is infinite

  private long jobs;
  private long predicted;
  private long covered;
  private long under;
  private long over;
  private double bits;

  /** One more job, of which nothing was predicted. */
  public void unpredicted() {
    jobs++;
  }

  /**
   * One more job.
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

  /** The bin in which a cumulative share of what lies below the estimate is reached. */
  private static int quantile(double[] row, double all, double share) {
    int bin = 0;
    while (bin < RuntimeBins.COUNT - 1 && row[bin + 1] < share * all) {
      bin++;
    }
    return bin;
  }

  /** The share of jobs of which something was predicted, from 0 to 1. */
  public double predictedShare() {
    return (double) predicted / jobs;
  }

  /**
   * The share of predictions whose 80 % interval, in whole bins, holds the runtime: 0.8 or more
   * where the distributions are true.
   */
  public double coverage() {
    return (double) covered / predicted;
  }

  /**
   * The mean of minus the binary logarithm of what the runtime's bin was given: bits, fewer are
   * better. A hundredth of each distribution is taken as spread over all bins, so that the worst is
   * 11.6; to know nothing but the bins is worth 5.
   */
  public double logScore() {
    return bits / predicted;
  }

  /** The share of predictions whose median's bin the runtime went beyond. */
  public double underPredicted() {
    return (double) under / predicted;
  }

  /** The share of predictions whose median's bin the runtime did not reach. */
  public double overPredicted() {
    return (double) over / predicted;
  }
}
