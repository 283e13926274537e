package io.gnomon.sim.feedback;

/**
 * Where a gain is expected to lie, as fractions of the incumbent's cost.
 *
 * @param low at most {@code high}
 * @param high below 1
 */
public record GainInterval(double low, double high) {
  /** Whether a gain lies in it, its ends included. */
  public boolean holds(double gain) {
    return low <= gain && gain <= high;
  }
}
