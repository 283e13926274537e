package io.gnomon.sim.feedback;

import io.gnomon.sim.policy.PolicySpec;

/**
 * What became of a change: both policies simulated from the state in which it was made, with the
 * jobs that have come since and the runtimes that have become known.
 *
 * @param decided the second of the decision that led to it
 * @param since the second of the change
 * @param until the second up to which both were simulated
 * @param made whether it was put in force; otherwise it was only decided on
 * @param from what was in force before
 * @param to what it put in force, or would have
 * @param formerCost the objective's mean cost had nothing been changed
 * @param cost of what was put in force, or would have been
 */
public record ReviewResult(
    int decided,
    int since,
    int until,
    boolean made,
    PolicySpec from,
    PolicySpec to,
    double formerCost,
    double cost) {
  // below it, chance in what came speaks louder than the policies
  private static final double TOLERATED_LOSS = 0.05;

  /** The fraction of the former's cost that the change has saved; negative for a loss. */
  public double gain() {
    return 1 - cost / formerCost;
  }

  /** Whether it has done harm, or would have: more than a twentieth of the former's cost. */
  public boolean mistaken() {
    return gain() < -TOLERATED_LOSS;
  }
}
