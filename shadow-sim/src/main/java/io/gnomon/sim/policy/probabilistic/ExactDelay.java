package io.gnomon.sim.policy.probabilistic;

/**
 * The exact probability that the paper bounds: the sum over the points of the probability that
 * enough processors for the first job, but not for both, have been released at exactly that point.
 * Uses the joint release of two successive points.
 *
 * <p>A point costs O(running x processors lacking x processors in question).
 */
final class ExactDelay extends HeadDelay {
  private final JointRelease release = new JointRelease();

  ExactDelay(RunningForecast forecast) {
    super(forecast);
  }

  /** Number of operations per point. */
  static long cost(RunningForecast forecast, int lacking, int unused) {
    return (long) forecast.jobs()
        * forecast.unitsFor(lacking)
        * forecast.unitsFor(lacking + unused);
  }

  @Override
  void compute(int point, int lacking, int mostUnits, double[] into, int at) {
    release.clear(lacking, mostUnits);
    for (int i = 0; i < forecast.jobs(); i++) {
      double by = forecast.ended(i, point);
      if (by > 0) {
        release.add(forecast.units(i), point == 0 ? 0 : forecast.ended(i, point - 1), by);
      }
    }
    double within = 0;
    for (int released = lacking; released < mostUnits; released++) {
      into[at + released] = -within;
      within += release.before(released);
    }
    into[at + mostUnits] = -within;
  }

  @Override
  double joined(double before, double there) {
    return before + there;
  }
}
