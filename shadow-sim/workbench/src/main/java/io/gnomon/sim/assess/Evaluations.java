package io.gnomon.sim.assess;

import io.gnomon.sim.assess.figure.Evaluation;
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
  Evaluation get(String key, Supplier<Evaluation> compute);
}
