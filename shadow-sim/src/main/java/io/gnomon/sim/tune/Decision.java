package io.gnomon.sim.tune;

import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.study.StudyResult;
import org.jspecify.annotations.Nullable;

/**
 * What came of one look at a cluster: a change to {@code chosen}, or a reason for none. Exactly one
 * of the two is there.
 *
 * @param time the state's second
 * @param observedSlowdown the aggregate bounded slowdown that the trigger saw
 * @param incumbent in force then
 * @param chosen to be put in force
 * @param reason for not changing
 * @param study if there was one
 */
public record Decision(
    int time,
    double observedSlowdown,
    PolicySpec incumbent,
    @Nullable PolicySpec chosen,
    @Nullable NoChangeReason reason,
    @Nullable StudyResult study) {

  /** Checks that it says one thing. */
  public Decision {
    if ((chosen == null) == (reason == null)) {
      throw new IllegalArgumentException(
          "a decision has either a choice or a reason for none, not " + chosen + " and " + reason);
    }
  }

  /** Whether it takes the last change back, because a review has found that it did harm. */
  public boolean takesBack() {
    return takenBack() != null;
  }

  /** The review that has it take the last change back, or null. */
  public @Nullable ReviewResult takenBack() {
    return study == null || chosen == null
        ? null
        : study.reviews().stream()
            .filter(review -> review.made() && review.mistaken())
            .filter(review -> review.to().equals(incumbent) && review.from().equals(chosen))
            .findFirst()
            .orElse(null);
  }

  /** Whether it asks for a change. */
  public boolean changes() {
    return chosen != null;
  }
}
