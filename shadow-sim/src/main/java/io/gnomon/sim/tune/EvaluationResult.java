package io.gnomon.sim.tune;

import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.study.StudyResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an {@link Evaluation}.
 *
 * @param study of the alternatives, or null if only reviews were due
 * @param reviews of past changes, in the order in which they were made
 */
public record EvaluationResult(@Nullable StudyResult study, List<ReviewResult> reviews) {
  /** Copies the list. */
  public EvaluationResult {
    reviews = List.copyOf(reviews);
  }
}
