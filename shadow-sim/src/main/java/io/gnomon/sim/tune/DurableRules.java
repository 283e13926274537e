package io.gnomon.sim.tune;

/**
 * The constants of the cadence {@link Cadence#DURABLE}. {@code safety --choose} compares others
 * with the {@link #DEFAULT} on generated logs.
 *
 * @param categoryExponent how steeply a policy's cost grows with the waits of the worst-off
 *     category in a backtest, at least 0
 * @param firstSeconds time from the first event to the first backtest, at least 1
 * @param reviewSeconds time from a change to its review; 0 for no reviews
 * @param changesToDouble number of changes within 52 weeks that double the significance that the
 *     next one must have; infinite if it does not depend on them
 */
public record DurableRules(
    double categoryExponent, int firstSeconds, int reviewSeconds, double changesToDouble) {
  private static final int DAY = 24 * 3600;
  private static final int YEAR = 52 * 7 * DAY;
  private static final int CHANGES_PER_YEAR = 12;

  /** The constants in use. */
  public static final DurableRules DEFAULT = new DurableRules(4, 3 * DAY, 14 * DAY, 4);

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
   * The second of the next backtest.
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
