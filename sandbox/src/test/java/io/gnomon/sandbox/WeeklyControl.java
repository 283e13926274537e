package io.gnomon.sandbox;

import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;

/** Control settings with an evaluation a week, every alternative and no guard rails. */
final class WeeklyControl {
  private WeeklyControl() {}

  /** The settings with a threshold, in mode apply. */
  static ControlSettings of(double threshold) {
    return new ControlSettings(
        Mode.APPLY,
        3600,
        new TuneSettings(
                threshold,
                TuneSettings.WEEK,
                2 * TuneSettings.WEEK,
                SearchSpace.full(4, PolicyLibrary.none()),
                GuardRails.NONE)
            .reviewed());
  }
}
