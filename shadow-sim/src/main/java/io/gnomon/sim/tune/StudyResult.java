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

  /** The one with the least slowdown; the incumbent, then the first, where several have it. */
  public AlternativeResult best() {
    AlternativeResult best = incumbent();
    for (AlternativeResult alternative : alternatives) {
      if (alternative.meanBoundedSlowdown() < best.meanBoundedSlowdown()) {
        best = alternative;
      }
    }
    return best;
  }
}
