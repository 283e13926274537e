package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.feedback.Anchor;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.ChangeReviews;
import io.gnomon.sim.feedback.GainForecasts;
import io.gnomon.sim.feedback.HeldRecommendation;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.prior.Posterior;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyResult;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the results of evaluations into decisions, and records the reviews and comparisons that
 * they contain. Not thread-safe.
 *
 * @param learned what a decision with the cadence {@link Cadence#DURABLE} is made by; takes over
 *     the evidence of a backtest
 */
record Decisions(
    Cadence cadence,
    GuardRails rails,
    Function<StudyResult, Posterior> learned,
    Studies studies,
    Anchor anchor,
    ChangeReviews reviews,
    GainForecasts forecasts,
    Fidelity fidelity,
    HeldRecommendation recommendation) {

  /** See {@link Tuner#decide(EvaluationResult, double, Change)}. */
  Decision decide(EvaluationResult result, double observed, @Nullable Change inForce) {
    StudyResult study = Objects.requireNonNull(result.study());
    Spec incumbent = study.incumbent().spec();
    int now = cadence.decided(study);
    PosteriorChoice choice =
        cadence == Cadence.DURABLE
            ? PosteriorChoice.of(learned.apply(study), rails, incumbent, inForce)
            : null;
    ReviewResult mistake = mistake(result, incumbent, inForce);
    if (mistake != null) {
      return chose(Decision.rollback(now, observed, mistake, result));
    }
    if (studies.anchors()) {
      anchor.chose(now, AlternativeSelection.free(study, anchor.held(incumbent), rails));
    }
    Decision decision =
        choose(result, choice, observed, recommendation.held(now, incumbent)).at(now);
    Spec chosen = decision.chosen();
    if (chosen != null) {
      recommendation.recommended(now, incumbent, chosen);
      forecasts.decided(study, chosen);
    }
    return decision;
  }

  private Decision choose(
      EvaluationResult result,
      @Nullable PosteriorChoice choice,
      double observed,
      @Nullable Spec held) {
    Spec leader = anchor.leader();
    if (choice != null) {
      return choice.decide(result, observed, held);
    }
    return studies.anchored() && leader != null
        ? AlternativeSelection.anchored(result, observed, leader)
        : AlternativeSelection.decide(result, observed, rails, held);
  }

  /** The decision that {@linkplain Tuner#ofThePast reviews without a study} lead to. */
  Decision decide(
      ClusterState state,
      Spec incumbent,
      EvaluationResult result,
      double observed,
      NoChangeReason objection,
      @Nullable Change inForce) {
    ReviewResult mistake = mistake(result, incumbent, inForce);
    return mistake == null
        ? new Decision(state.now(), observed, incumbent, null, objection, result)
        : chose(Decision.rollback(state.now(), observed, mistake, result));
  }

  /** Records a rollback, which does not depend on the anchor. */
  private Decision chose(Decision rollback) {
    Spec restored = rollback.chosen();
    if (studies.anchors() && restored != null) {
      anchor.chose(rollback.time(), restored);
    }
    return rollback;
  }

  /**
   * Records the results of the simulations of the past. A change to the leader of backtests is not
   * rolled back while the leader is kept.
   *
   * @return the review because of which the change in force is rolled back, or null if it is not
   */
  private @Nullable ReviewResult mistake(
      EvaluationResult result, Spec incumbent, @Nullable Change inForce) {
    if (result.fidelity() != null) {
      fidelity.checked(result.fidelity());
    }
    reviews.reviewed(result.reviews());
    forecasts.reviewed(result.reviews());
    if (inForce == null
        || !inForce.to().equals(incumbent)
        || (studies.anchored() && incumbent.equals(anchor.leader()))) {
      return null;
    }
    return result.reviews().stream()
        .filter(review -> review.mistaken() && review.change().equals(inForce))
        .findFirst()
        .orElse(null);
  }
}
