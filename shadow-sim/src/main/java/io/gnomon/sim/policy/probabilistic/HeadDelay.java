package io.gnomon.sim.policy.probabilistic;

/**
 * The probability that the queue's first job could have started by a point of time, but not beside
 * a candidate: that the candidate would delay it. Computed point by point and only as far as asked,
 * once for all candidates of a pass.
 */
abstract class HeadDelay {
  private double[] figures = new double[0];
  private int points;
  private int missing;
  private int free;

  /** Forgets the points: another first job, or other free processors. */
  final void look(int lacking, int unused) {
    points = 0;
    missing = lacking;
    free = unused;
    int size = RunningForecast.POINTS * (free + 1);
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
      compute(points, missing, free, figures, points * (free + 1));
      points++;
    }
    int row = point * (free + 1);
    return joined(before, figures[row] - figures[row + width]);
  }

  /**
   * Writes for a point and each number of processors from 0 to {@code free} a figure that falls by
   * as much as a candidate of that width counts at the point.
   */
  abstract void compute(int point, int lacking, int unused, double[] into, int at);

  /** What counts up to a point, from what counted before and what counts there. */
  abstract double joined(double before, double there);
}
