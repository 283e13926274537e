package io.gnomon.sim.assess;

import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Gain;
import java.util.List;

/**
 * A combination of changes.
 *
 * @param changes in the order in which they add most
 * @param inRecord figures with all of them on the recorded arrivals
 * @param figures with all of them on the recorded and the resampled arrivals
 * @param gain compared with the configuration in force
 * @param added gain of the last change, compared with the step before
 * @param verdict on the last change
 */
public record CombinedChanges(
    List<SiteChange> changes,
    ConfigurationFigures inRecord,
    ConfigurationFigures figures,
    Gain gain,
    Gain added,
    Verdict verdict) {
  /** Copies the list. */
  public CombinedChanges {
    changes = List.copyOf(changes);
  }
}
