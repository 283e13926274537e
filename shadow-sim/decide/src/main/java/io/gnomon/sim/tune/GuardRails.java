package io.gnomon.sim.tune;

import org.jspecify.annotations.Nullable;

/**
 * Limits that keep a tuner from changing a cluster too often or on weak evidence. All times are
 * seconds of the state's clock.
 *
 * @param warmUpSeconds time from the first event to the first change, at least 0
 * @param minGain fraction of the incumbent's simulated cost that a change must save, from 0 to
 *     below 1
 * @param minSignificance number of standard errors by which the mean paired gain must exceed 0, at
 *     least 0; 0 for no such requirement
 * @param cooldownSeconds time from an attempt at a change, successful or not, to the next change,
 *     at least 0
 * @param dwellSeconds time that a configuration must have been in force before it is replaced, at
 *     least 0
 * @param maxChangesPerDay maximum number of changes within any 24 hours, at least 0
 * @param lowerSlowdown whether a significant gain also needs a lower mean bounded slowdown, with
 *     the whole 80 % interval
 */
public record GuardRails(
    int warmUpSeconds,
    double minGain,
    double minSignificance,
    int cooldownSeconds,
    int dwellSeconds,
    int maxChangesPerDay,
    boolean lowerSlowdown) {
  /** The default minimum gain: any better alternative is adopted, as in lawson2005. */
  public static final double MIN_GAIN = 0;

  /** The default maximum number of changes within 24 hours: one for each hourly evaluation. */
  public static final int CHANGES_PER_DAY = 24;

  private static final int DAY = 24 * 3600;

  /** No limits, as in lawson2005: any better alternative is adopted at once. */
  public static final GuardRails NONE = new GuardRails(0, 0, 0, 0, 0, Integer.MAX_VALUE);

  /** Limits that do not look at the slowdown. */
  public GuardRails(
      int warmUpSeconds,
      double minGain,
      double minSignificance,
      int cooldownSeconds,
      int dwellSeconds,
      int maxChangesPerDay) {
    this(
        warmUpSeconds,
        minGain,
        minSignificance,
        cooldownSeconds,
        dwellSeconds,
        maxChangesPerDay,
        false);
  }

  /** Checks the ranges. */
  public GuardRails {
    require("warmUpSeconds", warmUpSeconds >= 0, warmUpSeconds, "at least 0");
    require("minGain", minGain >= 0 && minGain < 1, minGain, "from 0 to below 1");
    require("minSignificance", minSignificance >= 0, minSignificance, "at least 0");
    require("cooldownSeconds", cooldownSeconds >= 0, cooldownSeconds, "at least 0");
    require("dwellSeconds", dwellSeconds >= 0, dwellSeconds, "at least 0");
    require("maxChangesPerDay", maxChangesPerDay >= 0, maxChangesPerDay, "at least 0");
  }

  /** A copy with another dwell time. */
  public GuardRails withDwell(int seconds) {
    return new GuardRails(
        warmUpSeconds,
        minGain,
        minSignificance,
        cooldownSeconds,
        seconds,
        maxChangesPerDay,
        lowerSlowdown);
  }

  /**
   * The reason why no change is allowed now, whatever a study finds, or null.
   *
   * @param seenSeconds time since the first event
   */
  public @Nullable NoChangeReason forbids(int now, int seenSeconds, ChangeTimes changes) {
    if (seenSeconds < warmUpSeconds) {
      return NoChangeReason.NOT_WARM;
    }
    if (changes.secondsSinceAttempt(now) < cooldownSeconds) {
      return NoChangeReason.COOLDOWN;
    }
    if (changes.secondsSinceChange(now) < dwellSeconds) {
      return NoChangeReason.DWELL;
    }
    if (changes.changesSince(now - DAY) >= maxChangesPerDay) {
      return NoChangeReason.CHANGE_BUDGET;
    }
    return null;
  }

  private static void require(String name, boolean holds, Object value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be " + allowed);
    }
  }
}
