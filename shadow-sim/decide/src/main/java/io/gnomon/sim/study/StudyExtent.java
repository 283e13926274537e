package io.gnomon.sim.study;

import io.gnomon.sim.spec.Spec;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a study that is run: all of it, or exactly what an earlier run had finished at its
 * deadline. A deadline stops each run at another point; an extent makes the result of the earlier
 * run reproducible. Immutable.
 */
public final class StudyExtent {
  /** The whole study. */
  public static final StudyExtent WHOLE = new StudyExtent(Integer.MAX_VALUE, null);

  private final int scenarios;
  private final @Nullable Set<Spec> policies;

  private StudyExtent(int scenarios, @Nullable Set<Spec> policies) {
    this.scenarios = scenarios;
    this.policies = policies;
  }

  /**
   * The extent of a study that returned a result at its deadline.
   *
   * @param scenarios number of scenarios in which the remaining alternatives had been simulated, at
   *     least 1
   * @param policies policies in the result
   */
  public static StudyExtent of(int scenarios, Collection<Spec> policies) {
    if (scenarios < 1) {
      throw new IllegalArgumentException(
          "a study of " + scenarios + " scenarios has no result; there must be at least 1");
    }
    return new StudyExtent(scenarios, Set.copyOf(new HashSet<>(policies)));
  }

  /** The number of scenarios after which the study ends. */
  int scenarios() {
    return scenarios;
  }

  boolean includes(Spec policy) {
    return policies == null || policies.contains(policy);
  }
}
