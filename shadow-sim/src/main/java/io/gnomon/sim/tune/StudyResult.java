package io.gnomon.sim.tune;

import java.util.List;

/**
 * All alternatives of one study.
 *
 * @param time the state's second at which the study began
 * @param horizonSeconds how far each simulation went
 * @param futures their names
 * @param alternatives the incumbent first
 */
public record StudyResult(
    int time, int horizonSeconds, List<String> futures, List<AlternativeResult> alternatives) {
  /** Copies the lists. */
  public StudyResult {
    futures = List.copyOf(futures);
    alternatives = List.copyOf(alternatives);
  }

  /** What is in force. */
  public AlternativeResult incumbent() {
    return alternatives.get(0);
  }

  /**
   * The one with the least cost among those that keep the guards; the incumbent, then the first,
   * where several have it, and the incumbent where none keeps them.
   */
  public AlternativeResult best() {
    return best(true);
  }

  /** The one with the least cost, whatever guards it breaks. */
  public AlternativeResult bestUnguarded() {
    return best(false);
  }

  private AlternativeResult best(boolean guarded) {
    AlternativeResult best = incumbent();
    for (AlternativeResult alternative : alternatives) {
      boolean eligible = alternative.finalist() && (!guarded || alternative.keepsGuards());
      boolean mends = guarded && !best.keepsGuards();
      if (eligible && (mends || alternative.meanCost() < best.meanCost())) {
        best = alternative;
      }
    }
    return best;
  }
}
