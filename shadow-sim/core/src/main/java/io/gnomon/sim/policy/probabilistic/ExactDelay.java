package io.gnomon.sim.policy.probabilistic;

/**
 * The exact probability that the paper bounds: the sum over the points of the probability that
 * enough for the first job, but not for both, has been released at exactly that point. Uses the
 * joint release of two successive points.
 *
 * <p>A point costs O(releases x units lacking x units in question).
 */
final class ExactDelay extends HeadDelay {
  private final JointRelease release = new JointRelease();

  ExactDelay(Releases releases) {
    super(releases);
  }

  /** Number of operations per point. */
  static long cost(Releases releases, int lacking, int unused) {
    return (long) releases.count()
        * releases.unitsFor(lacking)
        * releases.unitsFor(lacking + unused);
  }

  @Override
  void compute(int point, int lacking, int mostUnits, double[] into, int at) {
    release.clear(lacking, mostUnits);
    for (int i = 0; i < releases.count(); i++) {
      double by = releases.happened(i, point);
      if (by > 0) {
        release.add(releases.units(i), point == 0 ? 0 : releases.happened(i, point - 1), by);
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
