package io.gnomon.sim.workload.model;

import java.util.SplittableRandom;

/**
 * The workload model of Lublin and Feitelson (2003) with its published parameters for batch jobs.
 *
 * <p>Widths: serial with probability 0.2927, otherwise two to the power of a two-stage uniform
 * variable, rounded to a power of two for 0.6686 of all jobs. Runtimes: exponential of a
 * hyper-gamma variable whose first branch is less likely for wider jobs. Arrivals: exponential of a
 * gamma variable in the weighted time of a {@link DailyCycle}, with the shape multiplied by the
 * ratio of all hours to rush hours (ARAR). The two-stage uniform distribution covers the machine as
 * the published one covers 128 processors, with its break two below the upper end.
 *
 * <p>Immutable; a sample costs O(1).
 */
final class LublinModel {
  private static final double SERIAL = 0.2927;
  private static final double POWER_OF_TWO = 0.6686;
  private static final double LOG_LEAST_WIDTH = 1.2;
  private static final double LOG_BREAK_BELOW_TOP = 2;
  private static final double BELOW_BREAK = 0.875;

  private static final Gamma SHORT_RUN = new Gamma(6.57, 0.823);
  private static final Gamma LONG_RUN = new Gamma(639.1, 0.0156);
  private static final double SHORT_PER_PROCESSOR = -0.003;
  private static final double SHORT_BASE = 0.6986;
  private static final double LOG_LONGEST_RUN = 12;

  private static final double ALL_TO_RUSH_HOURS = 1.0519;
  private static final Gamma LOG_GAP = new Gamma(6.0415 * ALL_TO_RUSH_HOURS, 0.8531);
  private static final double LOG_LONGEST_GAP = 13;
  private static final Gamma SHARE_OF_DAY = new Gamma(6.1271, 5.2740);

  /** The maximum runtime of the model in seconds: exp(12), about 45 h. */
  static final int LONGEST_RUN_SECONDS = (int) StrictMath.exp(LOG_LONGEST_RUN);

  private final int processors;
  private final double logTop;
  private final double logBreak;

  /** The model on a machine of {@code processors}, at least 1. */
  LublinModel(int processors) {
    this.processors = processors;
    this.logTop = Math.max(LOG_LEAST_WIDTH, StrictMath.log(processors) / StrictMath.log(2));
    this.logBreak = Math.max(LOG_LEAST_WIDTH, logTop - LOG_BREAK_BELOW_TOP);
  }

  /** A width, {@code 1..processors}. */
  int width(SplittableRandom random) {
    double kind = random.nextDouble();
    if (kind < SERIAL || processors == 1) {
      return 1;
    }
    double logWidth = twoStageUniform(random);
    if (kind < SERIAL + POWER_OF_TWO) {
      int exponent = (int) StrictMath.round(logWidth);
      return Math.min(1 << exponent, Integer.highestOneBit(processors));
    }
    return (int) Math.min(StrictMath.round(StrictMath.pow(2, logWidth)), processors);
  }

  /** A runtime for a job of {@code width} processors, {@code 1..LONGEST_RUN_SECONDS}. */
  int runtime(int width, SplittableRandom random) {
    double shortRun = Math.min(1, Math.max(0, SHORT_PER_PROCESSOR * width + SHORT_BASE));
    double logRun;
    do {
      Gamma branch = random.nextDouble() < shortRun ? SHORT_RUN : LONG_RUN;
      logRun = branch.sample(random);
    } while (logRun > LOG_LONGEST_RUN);
    return (int) Math.max(1, StrictMath.exp(logRun));
  }

  /** The time between two submits, in weighted seconds of the {@link #dailyCycle}. */
  double gap(SplittableRandom random) {
    double logGap;
    do {
      logGap = LOG_GAP.sample(random);
    } while (logGap > LOG_LONGEST_GAP);
    return StrictMath.exp(logGap);
  }

  /** The model's daily cycle. */
  DailyCycle dailyCycle() {
    return new DailyCycle(SHARE_OF_DAY);
  }

  private double twoStageUniform(SplittableRandom random) {
    boolean below = random.nextDouble() < BELOW_BREAK;
    double low = below ? LOG_LEAST_WIDTH : logBreak;
    double high = below ? logBreak : logTop;
    return low + (high - low) * random.nextDouble();
  }
}
