package io.gnomon.sim.tune;

import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.prior.Evidence;
import io.gnomon.sim.prior.Posterior;
import io.gnomon.sim.prior.PosteriorRules;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.Exclusion;
import io.gnomon.sim.study.StudyResult;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The choice of an alternative from a study, within the guard rails. Simulated costs are compared
 * with simulated costs only.
 */
public final class AlternativeSelection {
  private AlternativeSelection() {}

  /** Why the alternatives of a study would not be chosen. Safe to call from another thread. */
  @FunctionalInterface
  public interface Objections {
    /** The reason why {@code one} would not replace the study's incumbent, or null if it could. */
    @Nullable NoChangeReason to(StudyResult study, AlternativeResult one);
  }

  /** The objections of a decision now, independent of the evidence of later backtests. */
  static Objections objections(
      TuneSettings settings, Evidence evidence, PosteriorRules rules, @Nullable Change inForce) {
    GuardRails rails = settings.rails();
    if (settings.cadence() == Cadence.HOURLY) {
      return (study, one) -> objectionTo(one, study.incumbent(), rails);
    }
    Evidence known = evidence.copy();
    return (study, one) -> {
      Posterior posterior = new Posterior(settings.prior(), known.with(study), rules);
      return PosteriorChoice.of(posterior, rails, study.incumbent().spec(), inForce)
          .objectionTo(one, study.incumbent());
    };
  }

  /**
   * The decision that an evaluation with a study leads to.
   *
   * @param observedSlowdown slowdown that was compared with the threshold
   * @param held policy that was recommended recently, which no other one replaces yet, or null
   */
  public static Decision decide(
      EvaluationResult evaluation, double observedSlowdown, GuardRails rails, @Nullable Spec held) {
    StudyResult study = Objects.requireNonNull(evaluation.study());
    AlternativeResult incumbent = study.incumbent();
    AlternativeResult recommended =
        study.alternatives().stream()
            .filter(one -> one != incumbent && one.spec().equals(held))
            .findFirst()
            .orElse(null);
    AlternativeResult best = recommended == null ? study.best() : recommended;
    NoChangeReason reason =
        recommended == null
            ? objection(study, incumbent, best, rails)
            : objectionTo(recommended, incumbent, rails);
    return new Decision(
        study.time(),
        observedSlowdown,
        incumbent.spec(),
        reason == null ? best.spec() : null,
        reason,
        evaluation);
  }

  /**
   * The policy that a study would have led to if another one were in force: the best one, if its
   * gain over that one passes the guard rails or that one dropped out of the race; or else that
   * one.
   *
   * @param held the policy that would be in force; the incumbent if the study lacks it
   */
  static Spec free(StudyResult study, Spec held, GuardRails rails) {
    AlternativeResult kept =
        study.alternatives().stream()
            .filter(one -> one.spec().equals(held))
            .findFirst()
            .orElse(study.incumbent());
    AlternativeResult best = study.best();
    boolean changes = !kept.finalist() || objection(study, kept, best, rails) == null;
    return changes ? best.spec() : kept.spec();
  }

  /**
   * The decision while the cluster is anchored: a change to the leader of backtests, or none.
   *
   * @param observedSlowdown slowdown that was compared with the threshold
   * @param leader that is kept, or returned to unless the study lacks it or it breaks a guard
   */
  static Decision anchored(EvaluationResult evaluation, double observedSlowdown, Spec leader) {
    StudyResult study = Objects.requireNonNull(evaluation.study());
    AlternativeResult incumbent = study.incumbent();
    boolean returns =
        study.alternatives().stream()
            .anyMatch(one -> one != incumbent && one.spec().equals(leader) && !breaksGuard(one));
    NoChangeReason kept =
        study.best() == incumbent ? NoChangeReason.INCUMBENT_BEST : NoChangeReason.NOT_SIGNIFICANT;
    return new Decision(
        study.time(),
        observedSlowdown,
        incumbent.spec(),
        returns ? leader : null,
        returns ? null : kept,
        evaluation);
  }

  private static boolean breaksGuard(AlternativeResult one) {
    Exclusion exclusion = one.exclusion();
    return exclusion != null && exclusion.reason() == Exclusion.Reason.GUARD_BROKEN;
  }

  /**
   * The reason to keep the incumbent. {@code better} has the lowest score and may be the incumbent
   * itself.
   */
  private static NoChangeReason keeping(AlternativeResult better, AlternativeResult incumbent) {
    if (better == incumbent) {
      return NoChangeReason.INCUMBENT_BEST;
    }
    Exclusion exclusion = Objects.requireNonNull(better.exclusion());
    return switch (exclusion.reason()) {
      case GUARD_BROKEN -> NoChangeReason.GUARD_BROKEN;
      case MADE_THINGS_WORSE -> NoChangeReason.RECENTLY_MADE_THINGS_WORSE;
      case WOULD_HAVE_MADE_THINGS_WORSE -> NoChangeReason.WOULD_HAVE_MADE_THINGS_WORSE;
    };
  }

  private static @Nullable NoChangeReason objection(
      StudyResult study, AlternativeResult incumbent, AlternativeResult best, GuardRails rails) {
    if (study.alternatives().size() == 1) {
      return NoChangeReason.NOTHING_TO_COMPARE;
    }
    if (best == incumbent) {
      return keeping(study.bestUnguarded(), incumbent);
    }
    return incumbent.eligible() ? tooLittle(best, incumbent, rails) : null;
  }

  /** Why a study does not lead from its incumbent to an alternative, or null if it could. */
  static @Nullable NoChangeReason objectionTo(
      AlternativeResult recommended, AlternativeResult incumbent, GuardRails rails) {
    if (!recommended.eligible()) {
      return keeping(recommended, incumbent);
    }
    if (!recommended.finalist()) {
      return NoChangeReason.NOT_SIGNIFICANT;
    }
    return incumbent.eligible() ? tooLittle(recommended, incumbent, rails) : null;
  }

  /** Whether the gain is too small or may be chance. */
  private static @Nullable NoChangeReason tooLittle(
      AlternativeResult best, AlternativeResult incumbent, GuardRails rails) {
    if (best.gainOver(incumbent) < rails.minGain()) {
      return NoChangeReason.GAIN_TOO_SMALL;
    }
    boolean significant =
        rails.minSignificance() == 0
            || (best.significanceOver(incumbent) >= rails.minSignificance()
                && (!rails.lowerSlowdown() || best.slowdownGainOver(incumbent).low() > 0));
    return significant ? null : NoChangeReason.NOT_SIGNIFICANT;
  }
}
