package io.gnomon.sim.policy.probabilistic;

/**
 * The paper's lower bound (Nissimov and Feitelson 2008, section 4): the largest difference so far
 * between the probability that enough has been released for the first job, and for both jobs. A
 * point costs O(releases x units in question).
 */
final class BoundedDelay extends HeadDelay {
  private final ReleaseDistribution release = new ReleaseDistribution();
  private int[] open = new int[0]; // what may not have happened, in order
  private double[] happened = new double[0];
  private int stillOpen;
  private int sure; // units that have certainly been released

  BoundedDelay(Releases releases) {
    super(releases);
  }

  @Override
  void compute(int point, int lacking, int mostUnits, double[] into, int at) {
    if (point == 0) {
      openAll();
    }
    leaveOpen(point);
    release.clear(mostUnits, sure);
    for (int k = 0; k < stillOpen && sure < mostUnits; k++) {
      if (happened[k] > 0) {
        release.add(releases.units(open[k]), happened[k]);
      }
    }
    release.copy(lacking, mostUnits, into, at);
  }

  private void openAll() {
    stillOpen = releases.count();
    sure = 0;
    if (open.length < stillOpen) {
      open = new int[2 * stillOpen];
      happened = new double[2 * stillOpen];
    }
    for (int i = 0; i < stillOpen; i++) {
      open[i] = i;
    }
  }

  /**
   * Keeps the releases that may not have happened by a point. Points come in order, and what has
   * happened by one has happened by the next.
   */
  private void leaveOpen(int point) {
    int kept = 0;
    for (int k = 0; k < stillOpen; k++) {
      int i = open[k];
      double probability = releases.happened(i, point);
      if (probability >= 1) {
        sure += releases.units(i);
      } else {
        open[kept] = i;
        happened[kept++] = probability;
      }
    }
    stillOpen = kept;
  }

  @Override
  double joined(double before, double there) {
    return Math.max(before, there);
  }
}
