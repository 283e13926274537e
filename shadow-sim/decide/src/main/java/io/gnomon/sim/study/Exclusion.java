package io.gnomon.sim.study;

/**
 * Why a study must not choose an alternative, although it was simulated.
 *
 * @param reason the kind of reason
 * @param guard name of the broken guard; empty for another reason
 */
public record Exclusion(Reason reason, String guard) {
  /** The same change was made within the past week and made things worse. */
  public static final Exclusion MADE_THINGS_WORSE = new Exclusion(Reason.MADE_THINGS_WORSE, "");

  /** The same change was recommended within the past week and would have made things worse. */
  public static final Exclusion WOULD_HAVE_MADE_THINGS_WORSE =
      new Exclusion(Reason.WOULD_HAVE_MADE_THINGS_WORSE, "");

  /** The kinds of reasons. */
  public enum Reason {
    /** A guard is broken. */
    GUARD_BROKEN,
    /** A review found that the same change made things worse. */
    MADE_THINGS_WORSE,
    /** A review found that the same change would have made things worse. */
    WOULD_HAVE_MADE_THINGS_WORSE
  }

  /** The exclusion of an alternative that breaks a guard. */
  public static Exclusion brokenGuard(String guard) {
    return new Exclusion(Reason.GUARD_BROKEN, guard);
  }

  @Override
  public String toString() {
    return switch (reason) {
      case GUARD_BROKEN -> "breaks the guard " + guard;
      case MADE_THINGS_WORSE -> "made things worse within the past week";
      case WOULD_HAVE_MADE_THINGS_WORSE -> "would have made things worse within the past week";
    };
  }
}
