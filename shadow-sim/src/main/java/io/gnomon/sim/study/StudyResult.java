package io.gnomon.sim.study;

import java.util.List;

/**
 * All alternatives of one study.
 *
 * @param time the state's second at which the study began
 * @param horizonSeconds how far each simulation went
 * @param scenarios their names
 * @param alternatives the incumbent first
 * @param penaltyFactor what the penalties of its objective were multiplied by
 * @param complete whether its race came to its end; otherwise a deadline cut it short
 */
public record StudyResult(
    int time,
    int horizonSeconds,
    List<String> scenarios,
    List<AlternativeResult> alternatives,
    double penaltyFactor,
    boolean complete) {
  /** Copies the lists. */
  public StudyResult {
    scenarios = List.copyOf(scenarios);
    alternatives = List.copyOf(alternatives);
  }

  /** A complete result with a penalty factor of 1. */
  public StudyResult(
      int time, int horizonSeconds, List<String> scenarios, List<AlternativeResult> alternatives) {
    this(time, horizonSeconds, scenarios, alternatives, 1, true);
  }

  /** What is in force. */
  public AlternativeResult incumbent() {
    return alternatives.get(0);
  }

  /**
   * The one with the least score among those that keep the guards; the incumbent, then the first,
   * where several have it, and the incumbent where none keeps them.
   */
  public AlternativeResult best() {
    return best(true);
  }

  /** The one with the least score, whatever guards it breaks. */
  public AlternativeResult bestUnguarded() {
    return best(false);
  }

  private AlternativeResult best(boolean guarded) {
    AlternativeResult best = incumbent();
    for (AlternativeResult alternative : alternatives) {
      boolean eligible = alternative.finalist() && (!guarded || alternative.eligible());
      boolean mends = guarded && !best.eligible();
      if (eligible && (mends || alternative.score() < best.score())) {
        best = alternative;
      }
    }
    return best;
  }
}
