package io.gnomon.sim.workload.model;

/**
 * The arrival rate per half hour of the day, and the resulting time scale (Lublin and Feitelson
 * 2003, arrival process).
 *
 * <p>The rate of a half hour is the mass of a gamma distribution over it, for a day that begins at
 * 5:00 and wraps around. Weights average 1, so that a day has as many weighted seconds as seconds;
 * weighted time passes faster by day and more slowly by night.
 */
final class DailyCycle {
  static final int BUCKETS = 48;
  static final int BUCKET_SECONDS = 1800;
  private static final int DAY_SECONDS = BUCKETS * BUCKET_SECONDS;
  private static final int FIRST_BUCKET = 11;

  private final double[] weights = new double[BUCKETS];

  DailyCycle(Gamma shareOfDay) {
    double sum = 0;
    for (int i = FIRST_BUCKET; i < FIRST_BUCKET + BUCKETS; i++) {
      double mass = mass(shareOfDay, i - 0.5, i + 0.5);
      weights[(i - 1) % BUCKETS] = mass;
      sum += mass;
    }
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      weights[bucket] *= BUCKETS / sum;
    }
  }

  /** The relative arrival rate of a half hour, {@code 0..47} from midnight; 1 on average. */
  double weight(int bucket) {
    return weights[bucket];
  }

  /** The seconds since midnight of the first day after {@code weightedSeconds}. */
  double clock(double weightedSeconds) {
    double days = StrictMath.floor(weightedSeconds / DAY_SECONDS);
    double left = weightedSeconds - days * DAY_SECONDS;
    int bucket = 0;
    while (bucket < BUCKETS - 1 && left >= weights[bucket] * BUCKET_SECONDS) {
      left -= weights[bucket] * BUCKET_SECONDS;
      bucket++;
    }
    double inBucket = Math.min(BUCKET_SECONDS, left / weights[bucket]);
    return days * DAY_SECONDS + bucket * (double) BUCKET_SECONDS + inBucket;
  }

  /** The weighted seconds within the first {@code clockSeconds} from midnight on. */
  double weighted(double clockSeconds) {
    double days = StrictMath.floor(clockSeconds / DAY_SECONDS);
    double left = clockSeconds - days * DAY_SECONDS;
    double sum = days * DAY_SECONDS;
    for (int bucket = 0; left > 0; bucket++) {
      sum += weights[bucket] * Math.min(left, BUCKET_SECONDS);
      left -= BUCKET_SECONDS;
    }
    return sum;
  }

  /** The integral of the density by Simpson's rule, up to a common factor. */
  private static double mass(Gamma gamma, double from, double to) {
    double middle = gamma.relativeDensity((from + to) / 2);
    return gamma.relativeDensity(from) + 4 * middle + gamma.relativeDensity(to);
  }
}
