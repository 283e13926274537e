package io.gnomon.sim.tune;

/**
 * What a study charges waits with beside the figure that its objective is named after.
 *
 * @param factor what the objective's charges, and those for what is owed, are multiplied with
 * @param owed what is charged for the categories that have waited for too long in the long run
 */
public record Charges(double factor, OwedCharge owed) {
  /** The objective as it is. */
  public static final Charges PLAIN = new Charges(1, OwedCharge.NONE);
}
