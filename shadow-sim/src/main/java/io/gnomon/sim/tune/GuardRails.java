package io.gnomon.sim.tune;

import org.jspecify.annotations.Nullable;

/**
 * What keeps a tuner from changing a cluster too eagerly. All times are seconds of the state.
 *
 * @param warmUpSeconds that must have been seen before the first change
 * @param leastGain fraction of the incumbent's simulated slowdown that must be gained, from 0
 * @param leastSignificance how many standard errors the paired gain must be above 0; 0 asks for
 *     none
 * @param cooldownSeconds after an attempt at a change, successful or not, before the next
 * @param dwellSeconds that a configuration must have been in force before it is replaced
 * @param changesPerDay at most, within any 24 hours
 */
public record GuardRails(
    int warmUpSeconds,
    double leastGain,
    double leastSignificance,
    int cooldownSeconds,
    int dwellSeconds,
    int changesPerDay) {
  /** Changes within any 24 hours unless told otherwise: one at each hourly look. */
  public static final int CHANGES_PER_DAY = 24;

  private static final int DAY = 24 * 3600;

  /** The report's own: none. Any better alternative is adopted at once. */
  public static final GuardRails NONE = new GuardRails(0, 0, 0, 0, 0, Integer.MAX_VALUE);

  /** Checks the ranges. */
  public GuardRails {
    require("warmUpSeconds", warmUpSeconds >= 0, warmUpSeconds, "at least 0");
    require("leastGain", leastGain >= 0 && leastGain < 1, leastGain, "from 0 to below 1");
    require("leastSignificance", leastSignificance >= 0, leastSignificance, "at least 0");
    require("cooldownSeconds", cooldownSeconds >= 0, cooldownSeconds, "at least 0");
    require("dwellSeconds", dwellSeconds >= 0, dwellSeconds, "at least 0");
    require("changesPerDay", changesPerDay >= 0, changesPerDay, "at least 0");
  }

  /**
   * Why nothing may be changed now, whatever a study would say, or null.
   *
   * @param seenSeconds for how long the cluster has been watched
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
    if (changes.changesSince(now - DAY) >= changesPerDay) {
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
