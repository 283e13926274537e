package io.gnomon.sim.feedback;

/**
 * The result of a review: both policies simulated from the state in which the change was made, with
 * the jobs submitted since then and the runtimes known by now.
 *
 * @param change that was reviewed
 * @param until second up to which both were simulated
 * @param formerCost the objective's mean cost without the change
 * @param cost the objective's mean cost with the change
 */
public record ReviewResult(Change change, int until, double formerCost, double cost) {
  // smaller losses may be due to chance
  private static final double TOLERATED_LOSS = 0.05;

  /** The fraction of the former policy's cost that the change saved; negative for a loss. */
  public double gain() {
    return 1 - cost / formerCost;
  }

  /**
   * Whether the change made things worse, or would have: by more than 5 % of the former policy's
   * cost.
   */
  public boolean mistaken() {
    return gain() < -TOLERATED_LOSS;
  }
}
