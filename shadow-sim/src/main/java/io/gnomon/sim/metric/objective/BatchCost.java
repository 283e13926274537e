package io.gnomon.sim.metric.objective;

/**
 * Makes one cost of those of a batch of jobs: of the jobs that were there when a study began, or of
 * those that came within the same half day. Used by one thread.
 */
public interface BatchCost {
  /** Counts a job and what it costs by itself. */
  void add(ServedJob job, double cost);

  /** The batch's cost times its jobs; 0 before any. */
  double total();

  /** The mean of the jobs' costs. */
  final class Mean implements BatchCost {
    private double sum;

    @Override
    public void add(ServedJob job, double cost) {
      sum += cost;
    }

    @Override
    public double total() {
      return sum;
    }
  }
}
