package io.gnomon.controller.study;

/**
 * What simulations are for. Decisions come first: while one is studied, all others get one turn of
 * eight. A simulation that was requested without a token also pauses for those of users. Backtests
 * and requests run at the same time, on different threads.
 */
public enum StudyPriority {
  /** The study of a decision. */
  DECISION,
  /** A backtest for decisions, which takes seconds to minutes. */
  BACKTEST,
  /** The request of a user with a token. */
  USER,
  /** A request without a token, or the calibration of forecasts. */
  ANONYMOUS,
  /** A step of a cluster's shadow. */
  SHADOW;

  boolean pausesFor(StudyPriority other) {
    return other == DECISION ? this != DECISION : this == ANONYMOUS && other == USER;
  }
}
