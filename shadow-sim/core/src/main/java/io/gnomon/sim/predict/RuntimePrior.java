package io.gnomon.sim.predict;

/**
 * Runtimes of jobs that have not been observed: what part of their time limits jobs ran at other
 * sites, in one of the possible worlds that agree with that.
 *
 * <p>Sites differ, users of a site differ, and so do the jobs of a user. In one world all jobs
 * share a draw for the site, and all jobs of a user one for the user; otherwise the errors of many
 * jobs would cancel each other, and a start behind them would seem to be certain.
 *
 * <p>Source: the cleaned logs of CTC-SP2, KTH-SP2, LANL-CM5, LLNL-Atlas, SDSC-BLUE and SDSC-SP2 of
 * the Parallel Workloads Archive and a week of UB-HPC, with equal weights. The shares of the
 * variance are those of the normal scores of the fractions.
 *
 * @param world a different number is a different draw for the site and each user
 */
record RuntimePrior(long world) implements RuntimeModel {
  // the fractions of the limit at the 0th, 5th, ..., 90th percentile; the rest runs to the limit
  private static final double[] FRACTIONS = {
    0.0001, 0.0017, 0.0063, 0.0142, 0.0239, 0.0326, 0.0433, 0.0607, 0.0875, 0.1233, 0.173, 0.2333,
    0.3171, 0.428, 0.5503, 0.674, 0.8147, 0.9333, 1
  };
  private static final double STEP = 0.05;
  private static final double SITE = StrictMath.sqrt(0.16);
  private static final double USER = StrictMath.sqrt(0.22);
  private static final double JOB = StrictMath.sqrt(0.62);

  @Override
  public int sample(int user, int width, int estimate, int elapsed, double chance) {
    if (elapsed >= estimate) {
      return elapsed + 1;
    }
    double shared = SITE * Normal.quantile(draw(0)) + USER * Normal.quantile(draw(user + 2L));
    double passed = share((double) elapsed / estimate);
    double least = passed <= 0 ? 0 : Normal.cumulative((Normal.quantile(passed) - shared) / JOB);
    double own = Normal.quantile(least + chance * (1 - least));
    double fraction = fraction(Normal.cumulative(shared + JOB * own));
    return Math.max(elapsed + 1, Math.min(estimate, (int) Math.rint(fraction * estimate)));
  }

  /** The fraction of the limit that a share of all jobs does not exceed. */
  private static double fraction(double share) {
    double place = share / STEP;
    int below = (int) place;
    if (below >= FRACTIONS.length - 1) {
      return 1;
    }
    return FRACTIONS[below] + (place - below) * (FRACTIONS[below + 1] - FRACTIONS[below]);
  }

  /** The share of all jobs that do not exceed a fraction of their limit below 1. */
  private static double share(double fraction) {
    if (fraction <= FRACTIONS[0]) {
      return 0;
    }
    int above = 1;
    while (FRACTIONS[above] < fraction) {
      above++;
    }
    double from = FRACTIONS[above - 1];
    return STEP * (above - 1 + (fraction - from) / (FRACTIONS[above] - from));
  }

  /** A number above 0 and below 1 that depends on the world and the key only. */
  private double draw(long key) {
    long z = (world ^ (key * 0x9E3779B97F4A7C15L)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 29)) * 0x94D049BB133111EBL;
    z ^= z >>> 32;
    return ((z >>> 12) + 0.5) * 0x1p-52;
  }
}
