package io.gnomon.sim.predict;

/** The standard normal distribution, to four digits, with equal results on every machine. */
final class Normal {
  // Abramowitz and Stegun 1964, 26.2.17
  private static final double P = 0.2316419;
  private static final double[] B = {
    0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429
  };
  private static final double DENSITY = 0.3989422804;

  private Normal() {}

  /** The probability of a value of at most {@code x}; from 0 to 1. */
  static double cumulative(double x) {
    double t = 1 / (1 + P * Math.abs(x));
    double sum = 0;
    for (int i = B.length - 1; i >= 0; i--) {
      sum = t * (B[i] + sum);
    }
    double tail = DENSITY * StrictMath.exp(-x * x / 2) * sum;
    return x < 0 ? tail : 1 - tail;
  }

  /**
   * The value with this cumulative probability (26.2.23).
   *
   * @param probability from 0 to 1; extreme ones count as one in a million
   */
  static double quantile(double probability) {
    double p = Math.min(1 - 1e-6, Math.max(1e-6, probability));
    double t = StrictMath.sqrt(-2 * StrictMath.log(Math.min(p, 1 - p)));
    double x =
        t
            - (2.515517 + t * (0.802853 + t * 0.010328))
                / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    return p < 0.5 ? -x : x;
  }
}
