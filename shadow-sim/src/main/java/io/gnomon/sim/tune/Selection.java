package io.gnomon.sim.tune;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.Exclusion;
import io.gnomon.sim.study.StudyResult;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The choice of an alternative from a study, within the guard rails. Simulated costs are compared
 * with simulated costs only.
 */
public final class Selection {
  private Selection() {}

  /**
   * The decision that an evaluation with a study leads to.
   *
   * @param observedSlowdown slowdown that was compared with the threshold
   * @param forbidden reason why no change is allowed, or null
   */
  public static Decision decide(
      EvaluationResult evaluation,
      double observedSlowdown,
      GuardRails rails,
      @Nullable NoChangeReason forbidden) {
    StudyResult study = Objects.requireNonNull(evaluation.study());
    AlternativeResult incumbent = study.incumbent();
    AlternativeResult best = study.best();
    NoChangeReason reason =
        forbidden != null ? forbidden : objection(study, incumbent, best, rails);
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
  static PolicySpec free(StudyResult study, PolicySpec held, GuardRails rails) {
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
  static Decision anchored(
      EvaluationResult evaluation, double observedSlowdown, PolicySpec leader) {
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
    if (!incumbent.eligible()) {
      return null;
    }
    if (best.gainOver(incumbent) < rails.minGain()) {
      return NoChangeReason.GAIN_TOO_SMALL;
    }
    boolean significant =
        rails.minSignificance() == 0 || best.significanceOver(incumbent) >= rails.minSignificance();
    return significant ? null : NoChangeReason.NOT_SIGNIFICANT;
  }
}
