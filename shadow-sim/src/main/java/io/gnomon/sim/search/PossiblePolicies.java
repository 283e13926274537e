package io.gnomon.sim.search;

import io.gnomon.sim.policy.PolicySpec;
import java.util.List;
import java.util.function.Predicate;

/** The policies that a scheduler can be set to. */
@FunctionalInterface
public interface PossiblePolicies extends Predicate<PolicySpec> {
  /** The limits of QOS and partitions that may be changed; none unless they are declared. */
  default List<LimitRange> limits() {
    return List.of();
  }
}
