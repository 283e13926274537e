package io.gnomon.sim.policy.probabilistic;

/**
 * The study's lower bound (Nissimov and Feitelson 2008, section 4): the greatest difference so far
 * of the probabilities that enough has been released for the first job, and for both. A point costs
 * O(running x processors in question).
 */
final class BoundedDelay extends HeadDelay {
  private final ReleaseDistribution release = new ReleaseDistribution();
  private double[] ended = new double[0];

  BoundedDelay(RunningForecast forecast) {
    super(forecast);
  }

  @Override
  void compute(int point, int lacking, int mostUnits, double[] into, int at) {
    int jobs = forecast.jobs();
    if (ended.length < jobs) {
      ended = new double[2 * jobs];
    }
    release.clear(mostUnits);
    for (int i = 0; i < jobs; i++) {
      ended[i] = forecast.ended(i, point);
      if (ended[i] >= 1) {
        release.add(forecast.units(i), 1); // first: what is sure makes the rest smaller
      }
    }
    for (int i = 0; i < jobs; i++) {
      if (ended[i] > 0 && ended[i] < 1) {
        release.add(forecast.units(i), ended[i]);
      }
    }
    release.copy(lacking, mostUnits, into, at);
  }

  @Override
  double joined(double before, double there) {
    return Math.max(before, there);
  }
}
