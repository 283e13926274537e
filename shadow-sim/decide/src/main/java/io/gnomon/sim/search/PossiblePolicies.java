package io.gnomon.sim.search;

import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.function.Predicate;

/** The policies that a scheduler can be set to. */
@FunctionalInterface
public interface PossiblePolicies extends Predicate<Spec> {
  /** The limits of QOS and partitions that may be changed; none unless they are declared. */
  default List<LimitRange> limits() {
    return List.of();
  }
}
