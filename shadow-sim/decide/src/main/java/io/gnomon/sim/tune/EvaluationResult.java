package io.gnomon.sim.tune;

import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.fidelity.FidelityResult;
import io.gnomon.sim.study.StudyResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an {@link Evaluation}.
 *
 * @param study of the alternatives, or null if only the past was simulated
 * @param reviews of past changes, in the order in which they were made
 * @param fidelity comparison of the model with the scheduler, or null if none was due
 */
public record EvaluationResult(
    @Nullable StudyResult study, List<ReviewResult> reviews, @Nullable FidelityResult fidelity) {
  /** Copies the list. */
  public EvaluationResult {
    reviews = List.copyOf(reviews);
  }

  /** A result without a comparison. */
  public EvaluationResult(@Nullable StudyResult study, List<ReviewResult> reviews) {
    this(study, reviews, null);
  }

  /** The same with a study. */
  EvaluationResult with(StudyResult simulated) {
    return new EvaluationResult(simulated, reviews, fidelity);
  }
}
