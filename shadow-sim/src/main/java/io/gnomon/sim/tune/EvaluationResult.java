package io.gnomon.sim.tune;

import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.study.StudyResult;
import java.util.List;

/**
 * The result of an {@link Evaluation}.
 *
 * @param study of the alternatives
 * @param reviews of past changes, in the order in which they were made
 */
public record EvaluationResult(StudyResult study, List<ReviewResult> reviews) {
  /** Copies the list. */
  public EvaluationResult {
    reviews = List.copyOf(reviews);
  }
}
