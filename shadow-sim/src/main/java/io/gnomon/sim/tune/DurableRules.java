package io.gnomon.sim.tune;

/**
 * The constants of the cadence {@link Cadence#DURABLE}, beside those that are settings. The command
 * {@code safety --choose} compares them with others on generated logs.
 *
 * @param categoryExponent how steeply a policy's cost grows with the waits of the worst-off
 *     category in a backtest, at least 0
 * @param firstSeconds time from the first event to the first backtest, at least 1
 * @param changesToDouble number of changes within 52 weeks that double the significance which the
 *     next one must have, greater than 0; infinite if it does not depend on them
 */
public record DurableRules(double categoryExponent, int firstSeconds, double changesToDouble) {
  private static final int DAY = 24 * 3600;
  private static final int YEAR = 52 * 7 * DAY;
  private static final int CHANGES_PER_YEAR = 12;

  /** The constants in use. */
  public static final DurableRules DEFAULT = new DurableRules(4, DAY, 2);

  /** Checks the ranges. */
  public DurableRules {
    if (!(categoryExponent >= 0) || firstSeconds < 1 || !(changesToDouble > 0)) {
      throw new IllegalArgumentException(
          "categoryExponent is %s, firstSeconds %d and changesToDouble %s; they must be at least 0, at least 1 and greater than 0"
              .formatted(categoryExponent, firstSeconds, changesToDouble));
    }
  }

  /** Whether no change is allowed now because of the earlier ones. */
  boolean exhausted(int now, ChangeTimes changes) {
    return changes.changesSince(now - YEAR) >= CHANGES_PER_YEAR;
  }

  /** The guard rails for the next decision. */
  GuardRails rails(GuardRails set, int now, ChangeTimes changes) {
    return set.withMinSignificance(
        set.minSignificance() * (1 + changes.changesSince(now - YEAR) / changesToDouble));
  }

  /**
   * The second of the next backtest: when the recorded time has grown by half, and at least once a
   * period.
   *
   * @param now present second, or that of the first event
   * @param firstSeen second of the first event
   * @param period the longest time between backtests
   */
  int next(int now, int firstSeen, int period) {
    int unit = Math.min(DAY, period);
    int pause = Math.min(period, Math.max(firstSeconds, (now - firstSeen) / 2));
    return Math.max(now / unit + 1, (now + pause) / unit) * unit;
  }
}
