package io.gnomon.sim.policy.probabilistic;

/**
 * The paper's lower bound (Nissimov and Feitelson 2008, section 4): the largest difference so far
 * between the probability that enough processors have been released for the first job, and for both
 * jobs. A point costs O(running x processors in question).
 */
final class BoundedDelay extends HeadDelay {
  private final ReleaseDistribution release = new ReleaseDistribution();
  private int[] open = new int[0]; // the jobs that may still run, in order
  private double[] ended = new double[0];
  private int stillOpen;
  private int sure; // units of the jobs that have certainly ended

  BoundedDelay(RunningForecast forecast) {
    super(forecast);
  }

  @Override
  void compute(int point, int lacking, int mostUnits, double[] into, int at) {
    if (point == 0) {
      openAll();
    }
    leaveOpen(point);
    release.clear(mostUnits, sure);
    for (int k = 0; k < stillOpen && sure < mostUnits; k++) {
      if (ended[k] > 0) {
        release.add(forecast.units(open[k]), ended[k]);
      }
    }
    release.copy(lacking, mostUnits, into, at);
  }

  private void openAll() {
    stillOpen = forecast.jobs();
    sure = 0;
    if (open.length < stillOpen) {
      open = new int[2 * stillOpen];
      ended = new double[2 * stillOpen];
    }
    for (int i = 0; i < stillOpen; i++) {
      open[i] = i;
    }
  }

  /**
   * Keeps the jobs that may still run at a point. Points come in order, and a job that has ended by
   * one has ended by the next.
   */
  private void leaveOpen(int point) {
    int kept = 0;
    for (int k = 0; k < stillOpen; k++) {
      int i = open[k];
      double probability = forecast.ended(i, point);
      if (probability >= 1) {
        sure += forecast.units(i);
      } else {
        open[kept] = i;
        ended[kept++] = probability;
      }
    }
    stillOpen = kept;
  }

  @Override
  double joined(double before, double there) {
    return Math.max(before, there);
  }
}
