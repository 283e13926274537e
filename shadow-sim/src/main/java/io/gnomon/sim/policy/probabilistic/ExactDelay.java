package io.gnomon.sim.policy.probabilistic;

/**
 * The probability itself, which the study bounds: the sum over the points of the chance that enough
 * for the first job has been released by just that point, and not enough for both. It takes what
 * has been released by two successive points together.
 *
 * <p>A point costs O(running x processors lacking x processors in question).
 */
final class ExactDelay extends HeadDelay {
  private final JointRelease release = new JointRelease();

  ExactDelay(RunningForecast forecast) {
    super(forecast);
  }

  /** Operations that a point takes. */
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
