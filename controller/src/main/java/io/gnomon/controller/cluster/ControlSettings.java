package io.gnomon.controller.cluster;

import io.gnomon.controller.operation.Mode;
import io.gnomon.sim.tune.TuneSettings;

/**
 * The settings of a controller.
 *
 * @param mode the configured mode, which operators can override
 * @param expirySeconds the validity of a command or proposal in seconds of the scheduler's clock,
 *     at least 1
 * @param rollbackFactor a change is rolled back if the slowdown exceeds this multiple of the
 *     slowdown predicted without the change; 0 for never
 * @param tuning the settings of evaluations, studies and guard rails
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
