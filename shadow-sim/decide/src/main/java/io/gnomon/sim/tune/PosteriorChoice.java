package io.gnomon.sim.tune;

import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.prior.Basis;
import io.gnomon.sim.prior.Posterior;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.StudyResult;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The choice of an alternative by results on other clusters and over the recorded past. Immutable.
 *
 * @param posterior with the evidence of the backtest that is decided on
 * @param rails the guard rails
 * @param siteChose whether the site chose the policy in force, by what it knows of its cluster;
 *     then the chance of a loss must be small
 */
record PosteriorChoice(Posterior posterior, GuardRails rails, boolean siteChose) {
  /**
   * The choice while a policy is in force.
   *
   * @param change the last change, or null if the policy in force has another origin
   */
  static PosteriorChoice of(
      Posterior posterior, GuardRails rails, Spec inForce, @Nullable Change change) {
    return new PosteriorChoice(posterior, rails, change == null || !change.to().equals(inForce));
  }

  /**
   * The decision that a backtest leads to.
   *
   * @param observedSlowdown slowdown that was compared with the threshold
   * @param held policy that was recommended recently, which no other one replaces yet, or null
   */
  Decision decide(EvaluationResult evaluation, double observedSlowdown, @Nullable Spec held) {
    StudyResult study = Objects.requireNonNull(evaluation.study());
    AlternativeResult incumbent = study.incumbent();
    boolean holds =
        study.alternatives().stream().anyMatch(one -> one != incumbent && one.spec().equals(held));
    AlternativeResult best =
        best(study, one -> holds ? one.spec().equals(held) : objectionTo(one, incumbent) == null);
    best = best == incumbent ? best(study, one -> !excluded(one, incumbent)) : best;
    NoChangeReason reason = objectionTo(best, incumbent);
    AlternativeResult unguarded = best(study, one -> true);
    if (reason != null && objectionTo(unguarded, incumbent) == NoChangeReason.GUARD_BROKEN) {
      best = unguarded;
      reason = NoChangeReason.GUARD_BROKEN;
    }
    if (study.alternatives().size() == 1) {
      reason = NoChangeReason.NOTHING_TO_COMPARE;
    }
    return new Decision(
        study.time(),
        observedSlowdown,
        incumbent.spec(),
        reason == null ? best.spec() : null,
        reason,
        evaluation,
        null,
        best == incumbent ? null : Basis.of(posterior, best, incumbent.spec()));
  }

  /** Why a backtest does not lead from its incumbent to an alternative, or null if it could. */
  @Nullable NoChangeReason objectionTo(AlternativeResult one, AlternativeResult incumbent) {
    double gain = posterior.gain(one.spec(), incumbent.spec());
    if (gain <= 0) {
      return NoChangeReason.INCUMBENT_BEST;
    }
    if (gain < posterior.rules().leastGain() || -Math.expm1(-gain) < rails.minGain()) {
      return NoChangeReason.GAIN_TOO_SMALL;
    }
    double least =
        posterior.rules().leastDeviations() * posterior.deviation(one.spec(), incumbent.spec());
    if (siteChose && posterior.combinedGain(one.spec(), incumbent.spec()) < least) {
      return NoChangeReason.NOT_SIGNIFICANT;
    }
    return excluded(one, incumbent) ? NoChangeReason.GUARD_BROKEN : null;
  }

  private boolean excluded(AlternativeResult one, AlternativeResult incumbent) {
    return !one.eligible() || posterior.broken(one.spec(), incumbent.spec()) != null;
  }

  /** The alternative with the greatest gain; the incumbent if there is none. */
  private AlternativeResult best(StudyResult study, Predicate<AlternativeResult> included) {
    Spec inForce = study.incumbent().spec();
    return study.alternatives().stream()
        .skip(1)
        .filter(included)
        .max(Comparator.comparingDouble(one -> posterior.gain(one.spec(), inForce)))
        .orElse(study.incumbent());
  }
}
