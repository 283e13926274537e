package io.gnomon.sim.tune;

import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.StudyResult;
import org.jspecify.annotations.Nullable;

/** Chooses from a study, within the guard rails. Only simulated is compared with simulated. */
public final class Selection {
  private Selection() {}

  /**
   * The decision that a study leads to.
   *
   * @param observedSlowdown what the trigger saw
   * @param forbidden why nothing may be changed, or null
   */
  public static Decision decide(
      StudyResult study,
      double observedSlowdown,
      GuardRails rails,
      @Nullable NoChangeReason forbidden) {
    AlternativeResult incumbent = study.incumbent();
    AlternativeResult best = study.best();
    NoChangeReason reason = forbidden != null ? forbidden : objection(study, best, rails);
    return new Decision(
        study.time(),
        observedSlowdown,
        incumbent.spec(),
        reason == null ? best.spec() : null,
        reason,
        study);
  }

  private static NoChangeReason keeping(AlternativeResult better, AlternativeResult incumbent) {
    if (better == incumbent) {
      return NoChangeReason.INCUMBENT_BEST;
    }
    return switch (better.brokenGuard()) {
      case AlternativeResult.DID_NOT_PAY -> NoChangeReason.DID_NOT_PAY;
      case AlternativeResult.WOULD_NOT_HAVE_PAID -> NoChangeReason.WOULD_NOT_HAVE_PAID;
      default -> NoChangeReason.GUARD_BROKEN;
    };
  }

  private static @Nullable NoChangeReason objection(
      StudyResult study, AlternativeResult best, GuardRails rails) {
    AlternativeResult incumbent = study.incumbent();
    if (best == incumbent) {
      return keeping(study.bestUnguarded(), incumbent);
    }
    if (!incumbent.keepsGuards()) {
      return null;
    }
    if (best.gainOver(incumbent) < rails.leastGain()) {
      return NoChangeReason.GAIN_TOO_SMALL;
    }
    boolean significant =
        rails.leastSignificance() == 0
            || best.significanceOver(incumbent) >= rails.leastSignificance();
    return significant ? null : NoChangeReason.NOT_SIGNIFICANT;
  }
}
