package io.gnomon.sim.assess;

import io.gnomon.sim.assess.change.SimulatedSite;

/**
 * How an assessment is made.
 *
 * @param seed of resampled arrivals and of intervals
 * @param arrivals most resampled arrivals beside the recorded ones, at least 0
 * @param leastGain smallest relative gain that is worth a change
 * @param effort jobs that may be simulated in all before candidates are screened on a part of the
 *     log, at least 1
 */
public record AssessSettings(long seed, int arrivals, double leastGain, long effort) {
  /** The default of the smallest gain: administrators do not change a configuration for less. */
  public static final double LEAST_GAIN = 0.05;

  private static final long POOL_EFFORT = 20_000_000;
  private static final long NODE_EFFORT = 250_000;

  /** The same without screening, however long it takes. */
  public AssessSettings thorough() {
    return new AssessSettings(seed, arrivals, leastGain, Long.MAX_VALUE);
  }

  /** The defaults for a setup; simulations of nodes take longer. */
  public static AssessSettings defaults(SimulatedSite recorded, long seed) {
    return new AssessSettings(seed, 3, LEAST_GAIN, recorded.hasNodes() ? NODE_EFFORT : POOL_EFFORT);
  }
}
