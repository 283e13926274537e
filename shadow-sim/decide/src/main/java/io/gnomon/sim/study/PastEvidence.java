package io.gnomon.sim.study;

import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.spec.Spec;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Evidence from the past that a study uses.
 *
 * @param mistakes alternatives that are simulated but must not be chosen, with the reason
 * @param backtestCost added to a policy's cost, summed over all jobs of a scenario
 * @param known expected runtimes for policies that use them; called while the study is built, and
 *     only for such a policy; null if the simulations learn runtimes themselves
 */
public record PastEvidence(
    Map<Spec, Exclusion> mistakes,
    ToDoubleFunction<Spec> backtestCost,
    Supplier<? extends @Nullable RuntimeModel> known) {
  /** No evidence. */
  public static final PastEvidence NONE = ofExpectedRuntimes(() -> null);

  /** Expected runtimes only. */
  public static PastEvidence ofExpectedRuntimes(Supplier<? extends @Nullable RuntimeModel> known) {
    return new PastEvidence(Map.of(), policy -> 0, known);
  }
}
