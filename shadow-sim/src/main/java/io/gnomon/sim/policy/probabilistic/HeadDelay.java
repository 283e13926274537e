package io.gnomon.sim.policy.probabilistic;

/**
 * The probability that the queue's first job could have started by a time without a candidate but
 * not with it, that is, that the candidate delays it. Computed point by point on demand, once for
 * all candidates of a pass.
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

  /** Discards the points, for another first job or other free processors. */
  final void reset(int lacking, int free) {
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
   * The probability by {@code point}, computed from that by the point before it.
   *
   * @param width of the candidate, at most the free processors
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
   * Computes one value per number of units at a point, from the units that the first job lacks to
   * the maximum in question. The difference between the value of the first job and that of both
   * jobs is the contribution of the point.
   *
   * @param into written from {@code at}, by number of units
   */
  abstract void compute(int point, int lacking, int mostUnits, double[] into, int at);

  /** The probability up to a point, from the one before it and the point's contribution. */
  abstract double joined(double before, double there);
}
