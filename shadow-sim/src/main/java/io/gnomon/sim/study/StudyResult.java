package io.gnomon.sim.study;

import io.gnomon.sim.feedback.ReviewResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All alternatives of one study.
 *
 * @param time the state's second at which the study began
 * @param horizonSeconds how far each simulation went
 * @param futures their names
 * @param alternatives the incumbent first
 * @param reviews of former changes, which were made beside the study
 * @param penaltyFactor what the penalties of its objective were multiplied by
 * @param trial of the policies over the past weeks, or null where none was made beside it
 * @param complete whether its race came to its end; otherwise a deadline cut it short
 */
public record StudyResult(
    int time,
    int horizonSeconds,
    List<String> futures,
    List<AlternativeResult> alternatives,
    List<ReviewResult> reviews,
    double penaltyFactor,
    @Nullable StudyResult trial,
    boolean complete) {
  /** Copies the lists. */
  public StudyResult {
    futures = List.copyOf(futures);
    alternatives = List.copyOf(alternatives);
    reviews = List.copyOf(reviews);
  }

  /** A result without reviews. */
  public StudyResult(
      int time, int horizonSeconds, List<String> futures, List<AlternativeResult> alternatives) {
    this(time, horizonSeconds, futures, alternatives, List.of(), 1, null, true);
  }

  /** The same with a trial. */
  StudyResult withTrial(StudyResult made) {
    return new StudyResult(
        time, horizonSeconds, futures, alternatives, reviews, penaltyFactor, made, complete);
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
      boolean eligible = alternative.finalist() && (!guarded || alternative.keepsGuards());
      boolean mends = guarded && !best.keepsGuards();
      if (eligible && (mends || alternative.score() < best.score())) {
        best = alternative;
      }
    }
    return best;
  }
}
