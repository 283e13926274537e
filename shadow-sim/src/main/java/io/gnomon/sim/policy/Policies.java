package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;
import java.util.List;

/** The policy families on the class path; builds policies from specs. */
public final class Policies {
  private static final class Loaded {
    static final Families<SchedulingPolicy, PolicyFamily> FAMILIES =
        new Families<>("policy", PolicyFamily.class);
  }

  private Policies() {}

  /** All families, sorted by name. */
  public static List<PolicyFamily> families() {
    return Loaded.FAMILIES.all();
  }

  /** Builds the policy described by a text; see {@link #create(PolicySpec)}. */
  public static SchedulingPolicy create(String text) {
    return create(PolicySpec.parse(text));
  }

  /**
   * Builds a policy.
   *
   * @throws InvalidPolicyException for an unknown family or parameter, or a value that is not
   *     allowed; the message lists what is allowed
   */
  public static SchedulingPolicy create(PolicySpec spec) {
    return Loaded.FAMILIES.create(spec);
  }

  /**
   * Builds a policy for {@code state}, a pool of processors or a cluster of nodes.
   *
   * @throws InvalidPolicyException as {@link #create(PolicySpec)} does, and for a family that
   *     cannot schedule nodes if the state has nodes
   */
  public static SchedulingPolicy create(PolicySpec spec, ClusterState state) {
    return state.hasNodes()
        ? Loaded.FAMILIES.checked(spec).createForNodes(spec)
        : Loaded.FAMILIES.create(spec);
  }

  /**
   * Whether a policy can schedule {@code state}: always if it is a pool of processors, and not by
   * every family if it has nodes.
   */
  public static boolean canSchedule(PolicySpec spec, ClusterState state) {
    if (!state.hasNodes()) {
      return true;
    }
    PolicyFamily family = Loaded.FAMILIES.checked(spec);
    if (!family.refusesNodes().isEmpty()) {
      return false;
    }
    try {
      family.createForNodes(spec);
      return true;
    } catch (InvalidPolicyException refused) {
      return false; // a combination of parameters that counts processors
    }
  }

  /** Builds the policy described by a text; see {@link #create(PolicySpec, ClusterState)}. */
  public static SchedulingPolicy create(String text, ClusterState state) {
    return create(PolicySpec.parse(text), state);
  }

  /**
   * The family of that name.
   *
   * @throws InvalidPolicyException if there is none; the message suggests a similar name or lists
   *     all
   */
  public static PolicyFamily family(String name) {
    return Loaded.FAMILIES.named(name);
  }
}
