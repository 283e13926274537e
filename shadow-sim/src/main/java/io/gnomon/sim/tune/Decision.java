package io.gnomon.sim.tune;

import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.study.StudyResult;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one evaluation of a cluster: a change to {@code chosen}, or a reason for none.
 * Exactly one of the two is not null.
 *
 * @param time second of the state
 * @param observedSlowdown aggregate bounded slowdown that was compared with the threshold
 * @param incumbent policy in force
 * @param chosen policy to put in force, or null
 * @param reason for no change, or null
 * @param evaluation the simulations, or null if there were none
 */
public record Decision(
    int time,
    double observedSlowdown,
    PolicySpec incumbent,
    @Nullable PolicySpec chosen,
    @Nullable NoChangeReason reason,
    @Nullable EvaluationResult evaluation) {

  /** Checks that exactly one of choice and reason is given. */
  public Decision {
    if ((chosen == null) == (reason == null)) {
      throw new IllegalArgumentException(
          "a decision has either a choice or a reason for none, not " + chosen + " and " + reason);
    }
  }

  /** The study of the alternatives, or null if there was none. */
  public @Nullable StudyResult study() {
    return evaluation == null ? null : evaluation.study();
  }

  /** Whether it rolls back the last change, because a review found that it made things worse. */
  public boolean rollsBack() {
    return rollbackCause() != null;
  }

  /** The review because of which the last change is rolled back, or null. */
  public @Nullable ReviewResult rollbackCause() {
    return evaluation == null || chosen == null
        ? null
        : evaluation.reviews().stream()
            .filter(review -> review.made() && review.mistaken())
            .filter(review -> review.to().equals(incumbent) && review.from().equals(chosen))
            .findFirst()
            .orElse(null);
  }

  /** The same decision at another second. */
  Decision at(int second) {
    return new Decision(second, observedSlowdown, incumbent, chosen, reason, evaluation);
  }

  /** Whether it changes the policy. */
  public boolean changes() {
    return chosen != null;
  }
}
