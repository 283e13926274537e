package io.gnomon.sim.tune;

import io.gnomon.sim.study.StudyResult;

/**
 * How often a search of the library may change the configuration: the values of {@code tune
 * --cadence} and of the configuration key {@code tuning.cadence}.
 */
public enum Cadence {
  /**
   * At most one change in four weeks. The policies are backtested over the recorded past, at first
   * more often and then once a period; results on other clusters count too.
   */
  DURABLE(7 * 24 * 3600, "slowdown", (4 * 7 * 24 - 12) * 3600),
  /** A study of the live queue in each period. */
  HOURLY(3600, Search.LIBRARY.objective(), 0);

  private static final int DAY = 24 * 3600;

  private final int periodSeconds;
  private final String objective;
  private final int dwellSeconds;

  Cadence(int periodSeconds, String objective, int dwellSeconds) {
    this.periodSeconds = periodSeconds;
    this.objective = objective;
    this.dwellSeconds = dwellSeconds;
  }

  /** The default time between evaluations. */
  public int periodSeconds() {
    return periodSeconds;
  }

  /** The default objective, in its text form. */
  public String objective() {
    return objective;
  }

  /**
   * The default time for which a configuration stays in force. With {@link #DURABLE} it is half a
   * day less than four weeks, so that a change that is put in force late does not delay the next
   * one by a week.
   */
  public int dwellSeconds() {
    return dwellSeconds;
  }

  /**
   * Whether the slowdown is too low for a study. With {@link #DURABLE}, the default threshold of 1
   * lets results on other clusters count before jobs wait.
   */
  boolean tooLow(double observed, double threshold) {
    return this == DURABLE ? observed < threshold : observed <= threshold;
  }

  /** The second of the decision that a study leads to; a backtest simulates the time before it. */
  int decided(StudyResult study) {
    return study.time() + (this == DURABLE ? study.horizonSeconds() : 0);
  }

  /**
   * The second of the next evaluation: with {@link #DURABLE} when the recorded time has grown by
   * half, but a day after the first event and at least once a period.
   *
   * @param now present second, or that of the first event
   * @param firstSeen second of the first event
   * @param period the longest time between evaluations
   */
  int next(int now, int firstSeen, int period) {
    int unit = this == DURABLE ? Math.min(DAY, period) : period;
    int pause = this == DURABLE ? Math.min(period, Math.max(DAY, (now - firstSeen) / 2)) : period;
    return Math.max(now / unit + 1, (now + pause) / unit) * unit;
  }
}
