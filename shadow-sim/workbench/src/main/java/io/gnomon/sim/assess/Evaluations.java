package io.gnomon.sim.assess;

import io.gnomon.sim.assess.figure.ConfigurationFigures;
import java.util.function.Supplier;

/** Where the evaluations of an assessment come from. Safe for use by several threads. */
@FunctionalInterface
public interface Evaluations {
  /** Computes each evaluation anew. */
  Evaluations COMPUTED = (key, compute) -> compute.get();

  /**
   * An evaluation.
   *
   * @param key its name, the same in each run with the same input; of letters, digits and {@code .
   *     _ - = +}
   * @param compute computes it, at some cost
   */
  ConfigurationFigures get(String key, Supplier<ConfigurationFigures> compute);
}
