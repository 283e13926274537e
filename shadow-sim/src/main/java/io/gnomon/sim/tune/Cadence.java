package io.gnomon.sim.tune;

import io.gnomon.sim.study.StudyResult;

/**
 * How often a search of the library may change the configuration: the values of {@code tune
 * --cadence} and of the configuration key {@code tuning.cadence}.
 */
public enum Cadence {
  /**
   * At most one change a week, and twelve within 52 weeks. The policies are backtested over the
   * recorded past, at first more often and then once a period.
   */
  DURABLE(7 * 24 * 3600, "slowdown", 0.5, 156 * 3600),
  /** A study of the live queue in each period. */
  HOURLY(3600, Search.LIBRARY.objective(), 0, 0);

  private final int periodSeconds;
  private final String objective;
  private final double significance;
  private final int dwellSeconds;

  Cadence(int periodSeconds, String objective, double significance, int dwellSeconds) {
    this.periodSeconds = periodSeconds;
    this.objective = objective;
    this.significance = significance;
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

  /** The default number of standard errors that a gain must exceed. */
  public double significance() {
    return significance;
  }

  /**
   * The default time for which a configuration stays in force. With {@link #DURABLE} it is half a
   * day less than a week, so that a change that is put in force late does not delay the next one by
   * a week.
   */
  public int dwellSeconds() {
    return dwellSeconds;
  }

  /** The second of the decision that a study leads to; a backtest simulates the time before it. */
  int decided(StudyResult study) {
    return study.time() + (this == DURABLE ? study.horizonSeconds() : 0);
  }

  /**
   * The second of the next evaluation.
   *
   * @param now present second, or that of the first event
   * @param firstSeen second of the first event
   * @param period the longest time between evaluations
   */
  int next(int now, int firstSeen, int period, DurableRules rules) {
    return this == DURABLE ? rules.next(now, firstSeen, period) : (now / period + 1) * period;
  }
}
