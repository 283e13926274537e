package io.gnomon.sim.metric.objective;

/**
 * Aggregates the costs of a batch of jobs: the jobs present when a study began, or those submitted
 * within the same half day. Not thread-safe.
 */
public interface BatchCost {
  /** Adds a job with its individual cost. */
  void add(ServedJob job, double cost);

  /** The batch's cost times its number of jobs; 0 if it is empty. */
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
