package io.gnomon.sim.feedback;

/**
 * A forecast and what came of it.
 *
 * @param forecast of a change's gain
 * @param interval in which the gain was expected when it was made
 * @param realised the gain with the jobs that really came and for as long as they really ran
 */
public record CheckedForecast(GainForecast forecast, GainInterval interval, double realised) {
  /** Whether the interval holds what was realised. */
  public boolean held() {
    return interval.holds(realised);
  }

  /** Whether the interval that the scenarios alone give does. */
  public boolean heldByScenarios() {
    return forecast.fromScenarios().holds(realised);
  }
}
