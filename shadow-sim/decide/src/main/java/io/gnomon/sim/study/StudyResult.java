package io.gnomon.sim.study;

import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The results of all alternatives of one study.
 *
 * @param time second of the state at which the study began
 * @param horizonSeconds time that each simulation covered
 * @param scenarios names of the scenarios
 * @param alternatives results, the incumbent's first
 * @param sequences results of the sequences of policies, in their order
 * @param penaltyFactor factor by which the objective's penalties were multiplied
 * @param complete whether the race reached its end; otherwise a deadline cut it short
 */
public record StudyResult(
    int time,
    int horizonSeconds,
    List<String> scenarios,
    List<AlternativeResult> alternatives,
    List<AlternativeResult> sequences,
    double penaltyFactor,
    boolean complete) {
  /** Copies the lists. */
  public StudyResult {
    scenarios = List.copyOf(scenarios);
    alternatives = List.copyOf(alternatives);
    sequences = List.copyOf(sequences);
  }

  /** A complete result with a penalty factor of 1. */
  public StudyResult(
      int time, int horizonSeconds, List<String> scenarios, List<AlternativeResult> alternatives) {
    this(time, horizonSeconds, scenarios, alternatives, List.of(), 1, true);
  }

  /** The result of the policy in force. */
  public AlternativeResult incumbent() {
    return alternatives.get(0);
  }

  /**
   * The result of a policy.
   *
   * @throws NoSuchElementException if it was not simulated
   */
  public AlternativeResult of(Spec policy) {
    return alternatives.stream().filter(one -> one.spec().equals(policy)).findFirst().orElseThrow();
  }

  /**
   * The finalist with the lowest score among those that may be chosen. Of equal scores, the
   * incumbent is preferred, then the first. If no alternative may be chosen, it is the incumbent.
   */
  public AlternativeResult best() {
    return best(true);
  }

  /** The finalist with the lowest score, whether or not it may be chosen. */
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
