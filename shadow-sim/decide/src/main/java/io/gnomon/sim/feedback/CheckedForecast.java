package io.gnomon.sim.feedback;

/**
 * A forecast and the realised gain.
 *
 * @param forecast of a change's gain
 * @param interval in which the gain was expected at the time of the forecast
 * @param realised gain with the true arrivals and runtimes, as a fraction of the incumbent's cost
 */
public record CheckedForecast(GainForecast forecast, GainInterval interval, double realised) {
  /** Whether the interval contains the realised gain. */
  public boolean held() {
    return interval.holds(realised);
  }

  /** Whether the interval from the scenarios alone contains the realised gain. */
  public boolean heldByScenarios() {
    return forecast.fromScenarios().holds(realised);
  }
}
