package io.gnomon.sim.tune;

import io.gnomon.sim.study.StudyResult;

/**
 * How often a search of the library may change the configuration: the values of {@code tune
 * --cadence} and of the configuration key {@code tuning.cadence}.
 */
public enum Cadence {
  /**
   * At most one change a week. The policies are backtested over the recorded past; first after
   * three days, then whenever the recorded time has grown by half, and at least once a period. At
   * most twelve changes within 52 weeks.
   */
  DURABLE(7 * 24 * 3600, "slowdown", 0.5),
  /** A study of the live queue in each period. */
  HOURLY(3600, Search.LIBRARY.objective(), 0);

  private final int periodSeconds;
  private final String objective;
  private final double significance;

  Cadence(int periodSeconds, String objective, double significance) {
    this.periodSeconds = periodSeconds;
    this.objective = objective;
    this.significance = significance;
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

  /** The second of the decision that a study leads to; a backtest simulates the time before it. */
  int decided(StudyResult study) {
    return study.time() + (this == DURABLE ? study.horizonSeconds() : 0);
  }

  /** The time from a change to its review, given that of an hourly search. */
  int reviewSeconds(int hourly) {
    return this == DURABLE ? DurableRules.DEFAULT.reviewSeconds() : hourly;
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
