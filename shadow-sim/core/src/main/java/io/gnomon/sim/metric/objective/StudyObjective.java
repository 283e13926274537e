package io.gnomon.sim.metric.objective;

/**
 * The objective that a study minimises: a cost per job and an aggregate per batch of jobs, by
 * default the mean. Stateless, so that simulations on several threads share one instance. Its
 * {@code toString} identifies it, also after a restart.
 */
@FunctionalInterface
public interface StudyObjective {
  /** Mean bounded slowdown (bound 10 s), lawson2005's. */
  StudyObjective SLOWDOWN =
      new StudyObjective() {
        @Override
        public double cost(ServedJob job) {
          return job.boundedSlowdown();
        }

        @Override
        public String toString() {
          return "slowdown";
        }
      };

  /** The cost of a job, at least 0; less is better. */
  double cost(ServedJob job);

  /** Whether the mean bounded slowdown is the main figure. */
  default boolean isOfSlowdown() {
    return this == SLOWDOWN;
  }

  /** Returns a new aggregator for the costs of one batch. */
  default BatchCost newBatchCost() {
    return new BatchCost.Mean();
  }

  /**
   * This objective with its penalties multiplied by {@code factor}, or this object if it has none.
   * A penalty is the part of a wait's cost that goes beyond the objective's main figure.
   */
  default StudyObjective withPenaltyFactor(double factor) {
    return this;
  }
}
