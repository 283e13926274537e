package io.gnomon.controller.cluster.decide;

import io.gnomon.controller.operation.Mode;
import io.gnomon.sim.tune.TuneSettings;

/**
 * The settings of a controller.
 *
 * @param mode the configured mode, which operators can override
 * @param expirySeconds the validity of a command or proposal in seconds of the scheduler's clock,
 *     at least 1
 * @param tuning the settings of evaluations, studies and guard rails
 */
public record ControlSettings(Mode mode, int expirySeconds, TuneSettings tuning) {
  /** Checks the range. */
  public ControlSettings {
    if (expirySeconds < 1) {
      throw new IllegalArgumentException(
          "expirySeconds is " + expirySeconds + "; it must be at least 1");
    }
  }
}
