package io.gnomon.sim.policy.probabilistic;

/**
 * The study's lower bound (Nissimov and Feitelson 2008, section 4): the greatest difference so far
 * of the probabilities that enough has been released for the first job, and for both. A point costs
 * O(running x processors in question).
 */
final class BoundedDelay extends HeadDelay {
  private final RunningForecast forecast;
  private final ReleaseDistribution release = new ReleaseDistribution();

  BoundedDelay(RunningForecast forecast) {
    this.forecast = forecast;
  }

  @Override
  void compute(int point, int lacking, int unused, double[] into, int at) {
    release.clear(forecast.unitsFor(lacking + unused));
    for (int i = 0; i < forecast.jobs(); i++) {
      double ended = forecast.ended(i, point);
      if (ended > 0) {
        release.add(forecast.units(i), ended);
      }
    }
    for (int width = 0; width <= unused; width++) {
      into[at + width] = release.atLeast(forecast.unitsFor(lacking + width));
    }
  }

  @Override
  double joined(double before, double there) {
    return Math.max(before, there);
  }
}
