package io.gnomon.sim.feedback;

/**
 * The interval in which a gain is expected, as fractions of the incumbent's cost.
 *
 * @param low at most {@code high}
 * @param high below 1
 */
public record GainInterval(double low, double high) {
  /** Whether the interval contains a gain; its ends are included. */
  public boolean holds(double gain) {
    return low <= gain && gain <= high;
  }
}
