package io.gnomon.sim.policy;

/**
 * A family of policies with the same name and parameters. Families are found by {@link
 * java.util.ServiceLoader}, so you can add your own.
 */
public interface PolicyFamily extends Family<SchedulingPolicy> {
  /** Why this family cannot schedule a cluster of nodes; empty if it can. */
  default String refusesNodes() {
    return "it counts processors and does not model nodes";
  }

  /**
   * Builds a policy for a cluster of nodes.
   *
   * @param spec has this family's name and only known parameters with allowed values
   * @throws InvalidPolicyException if this family, or this combination of parameters, cannot
   *     schedule nodes; the message says why
   */
  default SchedulingPolicy createForNodes(PolicySpec spec) {
    throw new InvalidPolicyException(
        name() + " cannot schedule a cluster of nodes: " + refusesNodes());
  }
}
