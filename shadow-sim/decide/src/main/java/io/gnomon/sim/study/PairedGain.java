package io.gnomon.sim.study;

import io.gnomon.sim.metric.StudentQuantile;

/**
 * The fraction of the incumbent's mean bounded slowdown that an alternative saves, with its 80 %
 * interval from the paired batches of a study; negative for a loss.
 *
 * @param gain the saved fraction, below 1
 * @param low lower end of the interval
 * @param high upper end of the interval
 * @param standardErrors the gain divided by its standard error; infinite if all batches agree
 */
public record PairedGain(double gain, double low, double high, double standardErrors) {
  /** The number of standard errors from which a gain or a loss is not attributed to chance. */
  public static final double SIGNIFICANT = 2;

  /**
   * Whether the gain or loss cannot be attributed to chance. It is at least {@link #SIGNIFICANT}
   * standard errors from 0.
   */
  public boolean significant() {
    return Math.abs(standardErrors) >= SIGNIFICANT;
  }

  /**
   * The gain of one alternative over another of the same study. Without two batches in which both
   * have jobs, the interval is from minus infinity to infinity and the gain is 0 standard errors
   * from 0.
   */
  static PairedGain between(CostSums alternative, CostSums incumbent) {
    int batches = 0;
    double saved = 0;
    double squares = 0;
    double total = 0;
    for (int batch = 0; batch < alternative.counts().length; batch++) {
      if (alternative.counts()[batch] > 0 && incumbent.counts()[batch] > 0) {
        double difference = incumbent.slowdowns()[batch] - alternative.slowdowns()[batch];
        batches++;
        saved += difference;
        squares += difference * difference;
        total += incumbent.slowdowns()[batch];
      }
    }
    double gain = 1 - alternative.meanSlowdown() / incumbent.meanSlowdown();
    if (batches < 2) {
      return new PairedGain(gain, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
    }
    double variance = Math.max(0, squares - saved * saved / batches) / (batches - 1);
    double error = Math.sqrt(batches * variance);
    double half = StudentQuantile.ninetieth(batches) * error / total;
    return new PairedGain(gain, gain - half, gain + half, saved == 0 ? 0 : saved / error);
  }
}
