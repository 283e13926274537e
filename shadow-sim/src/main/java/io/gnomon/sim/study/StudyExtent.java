package io.gnomon.sim.study;

import io.gnomon.sim.policy.PolicySpec;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far a study is made: as far as it comes, or just as far as an earlier run of it had come when
 * its deadline struck. A deadline by the clock strikes each run elsewhere; what had been simulated
 * by then can be simulated again. Immutable.
 */
public final class StudyExtent {
  /** To its end. */
  public static final StudyExtent WHOLE = new StudyExtent(Integer.MAX_VALUE, null);

  private final int scenarios;
  private final @Nullable Set<PolicySpec> policies;

  private StudyExtent(int scenarios, @Nullable Set<PolicySpec> policies) {
    this.scenarios = scenarios;
    this.policies = policies;
  }

  /**
   * As far as a study whose result tells so much.
   *
   * @param scenarios in which those who were left in the race had been simulated, at least 1
   * @param policies of which anything was known
   */
  public static StudyExtent of(int scenarios, Collection<PolicySpec> policies) {
    if (scenarios < 1) {
      throw new IllegalArgumentException(
          "a study of " + scenarios + " scenarios has no result; there must be at least 1");
    }
    return new StudyExtent(scenarios, Set.copyOf(new HashSet<>(policies)));
  }

  /** After how many scenarios it ends. */
  int scenarios() {
    return scenarios;
  }

  boolean includes(PolicySpec policy) {
    return policies == null || policies.contains(policy);
  }
}
