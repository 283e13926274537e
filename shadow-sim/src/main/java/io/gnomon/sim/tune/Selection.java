package io.gnomon.sim.tune;

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
      StudyResult study, double observedSlowdown, GuardRails rails, @Nullable NonAction forbidden) {
    AlternativeResult incumbent = study.incumbent();
    AlternativeResult best = study.best();
    NonAction reason = forbidden != null ? forbidden : objection(study, best, rails);
    return new Decision(
        study.time(),
        observedSlowdown,
        incumbent.spec(),
        reason == null ? best.spec() : null,
        reason,
        study);
  }

  private static NonAction keeping(AlternativeResult better, AlternativeResult incumbent) {
    if (better == incumbent) {
      return NonAction.INCUMBENT_BEST;
    }
    return switch (better.brokenGuard()) {
      case AlternativeResult.DID_NOT_PAY -> NonAction.DID_NOT_PAY;
      case AlternativeResult.WOULD_NOT_HAVE_PAID -> NonAction.WOULD_NOT_HAVE_PAID;
      default -> NonAction.GUARD_BROKEN;
    };
  }

  private static @Nullable NonAction objection(
      StudyResult study, AlternativeResult best, GuardRails rails) {
    AlternativeResult incumbent = study.incumbent();
    if (best == incumbent) {
      return keeping(study.bestUnguarded(), incumbent);
    }
    if (!incumbent.keepsGuards()) {
      return null;
    }
    if (best.gainOver(incumbent) < rails.leastGain()) {
      return NonAction.GAIN_TOO_SMALL;
    }
    boolean significant =
        rails.leastSignificance() == 0
            || best.significanceOver(incumbent) >= rails.leastSignificance();
    return significant ? null : NonAction.NOT_SIGNIFICANT;
  }
}
