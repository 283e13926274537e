package io.gnomon.sim.policy;

import java.util.List;

/** The policy families on the class path, and policies built from specs. */
public final class Policies {
  private static final class Loaded {
    static final Families<SchedulingPolicy, PolicyFamily> FAMILIES =
        new Families<>("policy", PolicyFamily.class);
  }

  private Policies() {}

  /** Every family, by name. */
  public static List<PolicyFamily> families() {
    return Loaded.FAMILIES.all();
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
    return Loaded.FAMILIES.create(spec);
  }

  /** The family of that name, or an {@link InvalidPolicyException} that lists them all. */
  public static PolicyFamily family(String name) {
    return Loaded.FAMILIES.named(name);
  }
}
