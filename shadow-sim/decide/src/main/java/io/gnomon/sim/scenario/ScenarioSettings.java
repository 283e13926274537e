package io.gnomon.sim.scenario;

import io.gnomon.sim.predict.ObservedRuntimes;
import io.gnomon.sim.predict.Predictors;

/**
 * The settings from which a {@link ScenarioSource} makes scenarios.
 *
 * @param samples number of scenarios, at least 1; exactly 1 unless runtimes are sampled
 * @param memorySeconds age of the oldest completed job whose runtime is sampled; 0 if live jobs run
 *     for their estimates
 * @param seed of all samples
 * @param runtimes source of sampled runtimes: {@link #PAST}, or the name of a predictor of {@link
 *     Predictors}
 */
public record ScenarioSettings(int samples, int memorySeconds, int seed, String runtimes) {
  /** Samples from the runtimes of similar completed jobs; see {@link ObservedRuntimes}. */
  public static final String PAST = "past";

  /** Checks the ranges. */
  public ScenarioSettings {
    if (samples < 1 || memorySeconds < 0 || (memorySeconds == 0 && samples > 1)) {
      throw new IllegalArgumentException(
          "%d samples with runtimes of the last %d s are not allowed: at least 1 sample, and exactly 1 without past runtimes"
              .formatted(samples, memorySeconds));
    }
    if (!runtimes.equals(PAST)) {
      Predictors.create(runtimes);
    }
  }

  /** Whether the runtimes of live jobs are sampled; otherwise they are the estimates. */
  public boolean samplesRuntimes() {
    return memorySeconds > 0;
  }

  /** Whether a predictor gives the distribution of runtimes. */
  boolean predictsRuntimes() {
    return !runtimes.equals(PAST);
  }
}
