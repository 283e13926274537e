package io.gnomon.sim.policy.probabilistic;

/**
 * The probability that the queue's first job could have started by a point of time, but not beside
 * a candidate: that the candidate would delay it. Computed point by point and only as far as asked,
 * once for all candidates of a pass.
 */
abstract class HeadDelay {
  final RunningForecast forecast;
  private double[] figures = new double[0];
  private int points;
  private int missing;
  private int forHead;
  private int most;

  HeadDelay(RunningForecast forecast) {
    this.forecast = forecast;
  }

  /** Forgets the points: another first job, or other free processors. */
  final void look(int lacking, int free) {
    points = 0;
    missing = lacking;
    forHead = forecast.unitsFor(lacking);
    most = forecast.unitsFor(lacking + free);
    int size = RunningForecast.POINTS * (most + 1);
    if (figures.length < size) {
      figures = new double[size];
    }
  }

  /**
   * The probability by {@code point}, from that by the point before it.
   *
   * @param width of the candidate, at most all that is free
   */
  final double by(int point, int width, double before) {
    while (points <= point) {
      compute(points, forHead, most, figures, points * (most + 1));
      points++;
    }
    int row = point * (most + 1);
    int forBoth = forecast.unitsFor(missing + width);
    return joined(before, figures[row + forHead] - figures[row + forBoth]);
  }

  /**
   * Writes for a point and each number of units from those that the first job lacks to the most in
   * question a figure; from the first job's to that of both it falls by what counts at the point.
   *
   * @param into from {@code at}, by number of units
   */
  abstract void compute(int point, int lacking, int mostUnits, double[] into, int at);

  /** What counts up to a point, from what counted before and what counts there. */
  abstract double joined(double before, double there);
}
