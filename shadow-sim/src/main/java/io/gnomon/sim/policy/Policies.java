package io.gnomon.sim.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The policy families on the class path, and policies built from specs. */
public final class Policies {
  private static final class Loaded {
    static final List<PolicyFamily> FAMILIES =
        ServiceLoader.load(PolicyFamily.class, Policies.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(PolicyFamily::name))
            .toList();
  }

  private Policies() {}

  /** Every family, by name. */
  public static List<PolicyFamily> families() {
    return Loaded.FAMILIES;
  }

  /** Builds the policy that a text names; see {@link #create(PolicySpec)}. */
  public static SchedulingPolicy create(String text) {
    return create(PolicySpec.parse(text));
  }

  /**
   * Builds a policy.
   *
   * @throws InvalidPolicyException for an unknown family or parameter, or a value that is not
   *     allowed, with what is
   */
  public static SchedulingPolicy create(PolicySpec spec) {
    PolicyFamily family = family(spec.name());
    List<String> known = new ArrayList<>();
    family.parameters().forEach(parameter -> known.add(parameter.name()));
    for (String key : spec.parameters().keySet()) {
      if (!known.contains(key)) {
        throw new InvalidPolicyException(
            spec.name()
                + " has no parameter '"
                + key
                + "'; it has "
                + (known.isEmpty() ? "none" : String.join(", ", known)));
      }
    }
    family.parameters().forEach(parameter -> parameter.in(spec));
    return family.create(spec);
  }

  /** The family of that name, or an {@link InvalidPolicyException} that lists them all. */
  public static PolicyFamily family(String name) {
    return families().stream()
        .filter(family -> family.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidPolicyException(
                    "no policy is called '"
                        + name
                        + "'; there are "
                        + families().stream()
                            .map(PolicyFamily::name)
                            .collect(Collectors.joining(", "))));
  }
}
