package io.gnomon.sim.workload.model;

import java.util.SplittableRandom;

/**
 * A gamma distribution, sampled by the method of Marsaglia and Tsang (2000).
 *
 * <p>Only {@link SplittableRandom#nextDouble()} and strict arithmetic are used, so that a seed
 * gives the same numbers on every Java runtime.
 *
 * @param shape alpha, at least 1
 * @param scale beta, positive; the mean is shape * scale
 */
record Gamma(double shape, double scale) {
  Gamma {
    if (!(shape >= 1) || !(scale > 0)) {
      throw new IllegalArgumentException(
          "gamma(%s, %s) is not allowed: shape must be at least 1 and scale positive"
              .formatted(shape, scale));
    }
  }

  double sample(SplittableRandom random) {
    double d = shape - 1.0 / 3.0;
    double c = 1.0 / StrictMath.sqrt(9.0 * d);
    while (true) {
      double normal = gaussian(random);
      double root = 1.0 + c * normal;
      if (root > 0) {
        double v = root * root * root;
        double u = 1.0 - random.nextDouble();
        if (StrictMath.log(u) < 0.5 * normal * normal + d * (1.0 - v + StrictMath.log(v))) {
          return d * v * scale;
        }
      }
    }
  }

  /** A standard normal number, by Marsaglia's polar method. */
  static double gaussian(SplittableRandom random) {
    while (true) {
      double x = 2.0 * random.nextDouble() - 1.0;
      double y = 2.0 * random.nextDouble() - 1.0;
      double square = x * x + y * y;
      if (square > 0 && square < 1) {
        return x * StrictMath.sqrt(-2.0 * StrictMath.log(square) / square);
      }
    }
  }

  /** The density at {@code x}, up to a constant factor. */
  double relativeDensity(double x) {
    return StrictMath.exp((shape - 1.0) * StrictMath.log(x) - x / scale);
  }
}
