package io.gnomon.sim.metric.objective;

/**
 * What a study minimises: a cost of each job, and one of each batch of jobs that is made of theirs,
 * unless told otherwise their mean. Stateless, so that simulations on many threads share one.
 */
@FunctionalInterface
public interface StudyObjective {
  /** Mean bounded slowdown (bound 10 s), lawson2005's. */
  StudyObjective SLOWDOWN = ServedJob::boundedSlowdown;

  /** The cost of a job, from 0; less is better. */
  double cost(ServedJob job);

  /** What makes one cost of a batch's. */
  default BatchCost tally() {
    return new BatchCost.Mean();
  }

  /**
   * The same objective with its penalties multiplied by a factor. A penalty is what a wait costs
   * beside the figure that the objective is named after. Returns this objective if it has none.
   */
  default StudyObjective withPenaltyFactor(double factor) {
    return this;
  }
}
