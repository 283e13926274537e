package io.gnomon.sim.assess;

import io.gnomon.sim.assess.change.Change;
import io.gnomon.sim.assess.figure.Evaluation;
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
public record Candidate(Change change, Evaluation figures, Gain gain, Verdict verdict) {
  /** Advised changes first, then those with the largest gain. */
  static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingInt((Candidate one) -> one.verdict == Verdict.ADVISED ? 0 : 1)
          .thenComparingDouble(one -> -one.gain.combined())
          .thenComparing(one -> one.change.id());
}
