package io.gnomon.controller.cluster;

import io.gnomon.controller.operation.Mode;
import io.gnomon.sim.tune.TuneSettings;

/**
 * How a cluster is controlled.
 *
 * @param mode what may be done with a good alternative
 * @param expirySeconds how long a command or a proposal holds, on the scheduler's clock, at least 1
 * @param rollbackFactor after a change, a slowdown above this many times what was predicted without
 *     it leads back to the former configuration; 0 for never
 * @param tuning when to look, what to try, and the guard rails
 */
public record ControlSettings(
    Mode mode, int expirySeconds, double rollbackFactor, TuneSettings tuning) {
  /** Checks the ranges. */
  public ControlSettings {
    if (expirySeconds < 1) {
      throw new IllegalArgumentException(
          "expirySeconds is " + expirySeconds + "; it must be at least 1");
    }
    if (!(rollbackFactor >= 0)) {
      throw new IllegalArgumentException(
          "rollbackFactor is " + rollbackFactor + "; it must be at least 0");
    }
  }
}
