package io.gnomon.events.audit;

import io.gnomon.events.WireEnum;

/** How often the search behind a decision may change the configuration. */
public enum DecisionCadence implements WireEnum {
  /** At most one change a week, by backtests of the recorded past. */
  DURABLE,
  /** A study of the live queue in each period. */
  HOURLY
}
