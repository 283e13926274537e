package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Registry;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The policy families on the class path; builds policies from specs. */
public final class Policies {
  private static final class Loaded {
    static final Registry<SchedulingPolicy, PolicyFamily> FAMILIES =
        new Registry<>("policy", PolicyFamily.class);
  }

  private Policies() {}

  /** All families, sorted by name. */
  public static List<PolicyFamily> families() {
    return Loaded.FAMILIES.all();
  }

  /** Builds the policy described by a text; see {@link #create(Spec)}. */
  public static SchedulingPolicy create(String text) {
    return create(Spec.parse(text));
  }

  /**
   * Builds a policy.
   *
   * @throws InvalidSpecException for an unknown family or parameter, or a value that is not
   *     allowed; the message lists what is allowed
   */
  public static SchedulingPolicy create(Spec spec) {
    return Loaded.FAMILIES.create(spec);
  }

  /**
   * Builds a policy for {@code state}, a pool of processors or a cluster of nodes.
   *
   * @throws InvalidSpecException as {@link #create(Spec)} does, and for a family that cannot
   *     schedule nodes if the state has nodes
   */
  public static SchedulingPolicy create(Spec spec, ClusterState state) {
    return state.hasNodes()
        ? Loaded.FAMILIES.checked(spec).createForNodes(spec)
        : Loaded.FAMILIES.create(spec);
  }

  /**
   * Whether a policy can schedule {@code state}: always if it is a pool of processors, and not by
   * every family if it has nodes.
   */
  public static boolean canSchedule(Spec spec, ClusterState state) {
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
    } catch (InvalidSpecException refused) {
      return false; // a combination of parameters that counts processors
    }
  }

  /** The {@link PolicyFamily#relativeCost} of a spec, also of an unknown family. */
  public static double relativeCost(Spec spec) {
    return families().stream()
        .filter(family -> family.name().equals(spec.name()))
        .mapToDouble(family -> family.relativeCost(spec))
        .findFirst()
        .orElse(PolicyFamily.SLOW);
  }

  /**
   * A policy in words for people, such as "shortest jobs first; reservation for the oldest job".
   * Settings with their default are left out; policies with different settings have different
   * words. The text itself if it is not the text form of a known policy, as for a scheduler whose
   * configuration Gnomon cannot simulate.
   */
  public static String describe(String policy) {
    try {
      Spec spec = Spec.parse(policy);
      Set<String> known =
          family(spec.name()).parameters(spec).stream()
              .map(Parameter::name)
              .collect(Collectors.toSet());
      return known.containsAll(spec.parameters().keySet()) ? describe(spec) : policy;
    } catch (IllegalArgumentException invalid) {
      return policy;
    }
  }

  /** The words for a valid policy. */
  public static String describe(Spec spec) {
    return family(spec.name()).describe(spec);
  }

  /** Builds the policy described by a text; see {@link #create(Spec, ClusterState)}. */
  public static SchedulingPolicy create(String text, ClusterState state) {
    return create(Spec.parse(text), state);
  }

  /**
   * The family of that name.
   *
   * @throws InvalidSpecException if there is none; the message suggests a similar name or lists all
   */
  public static PolicyFamily family(String name) {
    return Loaded.FAMILIES.named(name);
  }
}
