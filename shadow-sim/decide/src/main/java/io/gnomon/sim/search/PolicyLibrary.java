package io.gnomon.sim.search;

import io.gnomon.sim.policy.Capability;
import io.gnomon.sim.policy.LibraryPolicy;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.spec.Spec;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The policies that a search of the library tries: those that the families offer. */
public final class PolicyLibrary {
  // a fixed order, as a study reports its alternatives in it
  private static final Comparator<PolicyFamily> CHEAPEST_FIRST =
      Comparator.<PolicyFamily>comparingDouble(
              family -> family.relativeCost(Spec.of(family.name())))
          .thenComparing(PolicyFamily::name, Comparator.reverseOrder());
  // quick ones first, then those without a need
  private static final Comparator<LibraryPolicy> QUICK_FIRST =
      Comparator.comparing((LibraryPolicy policy) -> !policy.isQuick())
          .thenComparing(policy -> policy.need().map(Capability::ordinal).orElse(-1));

  private PolicyLibrary() {}

  /** The policies for a scheduler with these capabilities. */
  public static List<Spec> policies(Set<Capability> capabilities) {
    return all(capabilities).map(LibraryPolicy::spec).toList();
  }

  /** The policies that are quick enough to simulate each hour. */
  public static List<Spec> quick(Set<Capability> capabilities) {
    return all(capabilities).filter(LibraryPolicy::isQuick).map(LibraryPolicy::spec).toList();
  }

  /** No capability. */
  public static Set<Capability> none() {
    return EnumSet.noneOf(Capability.class);
  }

  private static Stream<LibraryPolicy> all(Set<Capability> capabilities) {
    return Policies.families().stream()
        .sorted(CHEAPEST_FIRST)
        .flatMap(family -> family.library().stream())
        .filter(policy -> policy.need().map(capabilities::contains).orElse(true))
        .sorted(QUICK_FIRST);
  }
}
