package io.gnomon.controller.cluster;

import io.gnomon.sim.tune.TuneSettings;

/**
 * How a cluster is controlled.
 *
 * @param mode what may be done with a good alternative
 * @param expirySeconds how long a command or a proposal holds, on the scheduler's clock, at least 1
 * @param tuning when to look, what to try, and the guard rails
 */
public record ControlSettings(Mode mode, int expirySeconds, TuneSettings tuning) {
  /** Checks the ranges. */
  public ControlSettings {
    if (expirySeconds < 1) {
      throw new IllegalArgumentException(
          "expirySeconds is " + expirySeconds + "; it must be at least 1");
    }
  }
}
