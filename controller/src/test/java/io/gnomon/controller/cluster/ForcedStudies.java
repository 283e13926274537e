package io.gnomon.controller.cluster;

import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.EvaluationResult;
import java.util.List;
import java.util.Objects;

/** Evaluations whose studies find one policy the best, with reviews of the test's choice. */
final class ForcedStudies implements ControllerTestDriver.Evaluations {
  Spec target;
  List<ReviewResult> reviews = List.of();

  ForcedStudies(Spec target) {
    this.target = target;
  }

  @Override
  public EvaluationResult run(long offset, Evaluation evaluation) {
    EvaluationResult real = evaluation.run();
    StudyResult study = Objects.requireNonNull(real.study());
    AlternativeResult incumbent = study.incumbent();
    AlternativeResult kept = scored(incumbent.spec(), incumbent, 0);
    List<AlternativeResult> alternatives =
        target.equals(incumbent.spec())
            ? List.of(kept)
            : List.of(kept, scored(target, incumbent, -100));
    return new EvaluationResult(
        new StudyResult(study.time(), study.horizonSeconds(), study.scenarios(), alternatives),
        reviews,
        real.fidelity());
  }

  private static AlternativeResult scored(Spec policy, AlternativeResult figures, double score) {
    return new AlternativeResult(policy, figures.figures(), score, null, true);
  }
}
