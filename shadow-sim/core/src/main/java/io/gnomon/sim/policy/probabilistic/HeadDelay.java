package io.gnomon.sim.policy.probabilistic;

/**
 * The probability that the queue's first job could have started by a time without a candidate but
 * not with it, that is, that the candidate delays it. Computed point by point on demand, once for
 * all candidates of a pass.
 */
abstract class HeadDelay implements DelayByPoint {
  final Releases releases;
  private double[] figures = new double[0];
  private int points;
  private int missing;
  private int forHead;
  private int most;

  HeadDelay(Releases releases) {
    this.releases = releases;
  }

  /**
   * Discards the points, for another first job or other free resources.
   *
   * @param free what a candidate can take of what the first job could use
   */
  final void reset(int lacking, int free) {
    points = 0;
    missing = lacking;
    forHead = releases.unitsFor(lacking);
    most = releases.unitsFor(lacking + free);
    int size = Releases.POINTS * (most + 1);
    if (figures.length < size) {
      figures = new double[size];
    }
  }

  @Override
  public final double by(int point, int width, double before) {
    int row = row(point);
    int forBoth = releases.unitsFor(missing + width);
    return joined(before, figures[row + forHead] - figures[row + forBoth]);
  }

  /** The value of the first job at a point; see {@link #compute}. */
  final double ofHead(int point) {
    return figures[row(point) + forHead];
  }

  private int row(int point) {
    while (points <= point) {
      compute(points, forHead, most, figures, points * (most + 1));
      points++;
    }
    return point * (most + 1);
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
