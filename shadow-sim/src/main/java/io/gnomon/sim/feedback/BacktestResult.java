package io.gnomon.sim.feedback;

import io.gnomon.sim.policy.PolicySpec;
import java.util.Map;

/**
 * The result of a {@link Backtest}.
 *
 * @param since the second at which the simulated past begins
 * @param worstOffWait mean wait under EASY of the category that waits longest, in seconds; 0 if no
 *     job waits
 * @param costsPerSecond by policy, the objective's cost of the jobs that are submitted in one
 *     second, on average
 */
public record BacktestResult(
    int since, double worstOffWait, Map<PolicySpec, Double> costsPerSecond) {
  /** Copies the map. */
  public BacktestResult {
    costsPerSecond = Map.copyOf(costsPerSecond);
  }
}
