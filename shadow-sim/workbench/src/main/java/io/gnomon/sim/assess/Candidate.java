package io.gnomon.sim.assess;

import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Gain;
import java.util.Comparator;

/**
 * A change with what it would have done.
 *
 * @param change the change alone
 * @param figures with the change; over a part of the log if the verdict is {@link
 *     Verdict#NOT_PURSUED}
 * @param gain compared with the configuration in force on the same jobs
 * @param verdict on the change
 */
public record Candidate(
    SiteChange change, ConfigurationFigures figures, Gain gain, Verdict verdict) {
  /**
   * Advised changes first, and among them those that keep what the site prefers; then the largest
   * gain.
   */
  static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingInt(Candidate::rank).thenComparingDouble(one -> -one.gain.combined());

  private int rank() {
    if (verdict != Verdict.ADVISED) {
      return 2;
    }
    return change.means().keepsPreferences() ? 0 : 1;
  }
}
