package io.gnomon.sim.tune;

import java.util.Arrays;

/**
 * What a study charges waits with beside the figure that its objective is named after. Immutable.
 */
public final class Charges {
  /** The objective as it is. */
  public static final Charges PLAIN = new Charges(1, OwedCharge.NONE);

  private final double factor;
  private final OwedCharge owed;

  /**
   * Charges.
   *
   * @param factor what the objective's charges, and those for what is owed, are multiplied with
   * @param owed what is charged for categories that in the long run have waited for as long as they
   *     may, or nearly
   */
  Charges(double factor, OwedCharge owed) {
    this.factor = factor;
    this.owed = owed;
  }

  /** What the objective's charges, and those for what is owed, are multiplied with. */
  double factor() {
    return factor;
  }

  /** What is charged for what is owed, before the factor. */
  OwedCharge owed() {
    return owed;
  }

  /**
   * What a day's wait costs for what is owed, in the objective's units, by category as in
   * kettimuthu2005: {@code L W 86, VL VW 1213}. Empty where nothing is charged for it.
   */
  public String ofOwed() {
    return owed.times(factor).toString();
  }

  /** All of it, for a checkpoint. */
  public double[] memory() {
    double[] prices = owed.memory();
    double[] memory = new double[1 + prices.length];
    memory[0] = factor;
    System.arraycopy(prices, 0, memory, 1, prices.length);
    return memory;
  }

  /** What {@link #memory()} told. */
  public static Charges recalled(double[] memory) {
    return new Charges(memory[0], new OwedCharge(Arrays.copyOfRange(memory, 1, memory.length)));
  }
}
