package io.gnomon.sim.policy;

import io.gnomon.sim.spec.Spec;
import java.util.Optional;

/**
 * A policy that a search of the library tries.
 *
 * @param spec the policy
 * @param need the capability that the scheduler must have, if any
 * @param isQuick whether it is quick enough to simulate each hour, and of use in a study without
 *     the state that it builds up
 */
public record LibraryPolicy(Spec spec, Optional<Capability> need, boolean isQuick) {
  /** A policy for every scheduler, quick enough to simulate each hour. */
  public static LibraryPolicy quick(String policy) {
    return new LibraryPolicy(Spec.parse(policy), Optional.empty(), true);
  }

  /** A policy for schedulers with a capability, quick enough to simulate each hour. */
  public static LibraryPolicy needing(Capability need, String policy) {
    return needing(need, Spec.parse(policy));
  }

  /** A policy for schedulers with a capability, quick enough to simulate each hour. */
  public static LibraryPolicy needing(Capability need, Spec policy) {
    return new LibraryPolicy(policy, Optional.of(need), true);
  }

  /** A policy for every scheduler that is tried seldom. */
  public static LibraryPolicy slow(String policy) {
    return new LibraryPolicy(Spec.parse(policy), Optional.empty(), false);
  }
}
