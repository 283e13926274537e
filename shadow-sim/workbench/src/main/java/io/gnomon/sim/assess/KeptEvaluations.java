package io.gnomon.sim.assess;

import io.gnomon.sim.assess.figure.ConfigurationFigures;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Keeps evaluations in memory, so that none is made again. Two threads that request the same one at
 * the same time may both make it. Safe for use by several threads.
 */
final class KeptEvaluations implements Evaluations {
  private final Map<String, ConfigurationFigures> kept = new ConcurrentHashMap<>();
  private final Evaluations source;

  /** Keeps what comes from {@code source}. */
  KeptEvaluations(Evaluations source) {
    this.source = source;
  }

  @Override
  public ConfigurationFigures get(String key, Supplier<ConfigurationFigures> compute) {
    ConfigurationFigures known = kept.get(key);
    if (known == null) {
      known = source.get(key, compute);
      kept.put(key, known);
    }
    return known;
  }
}
