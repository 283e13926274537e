package io.gnomon.sim.policy;

import io.gnomon.sim.spec.Family;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/**
 * A family of policies with the same name and parameters. Families are found by {@link
 * java.util.ServiceLoader}, so you can add your own.
 */
public interface PolicyFamily extends Family<SchedulingPolicy> {
  /** The {@link #relativeCost} of a family that does not say: it is assumed to be slow. */
  double SLOW = 100;

  /**
   * The approximate duration of a simulation relative to one under EASY. A caller that waits for
   * all simulations of a study starts the longest first, and the library lists its policies in this
   * order. See docs/performance.md.
   */
  default double relativeCost(Spec spec) {
    return SLOW;
  }

  /** The policies of this family that a search of the library tries; none by default. */
  default List<LibraryPolicy> library() {
    return List.of();
  }

  /** Why this family cannot schedule a cluster of nodes; empty if it can. */
  default String refusesNodes() {
    return "it counts processors and does not model nodes";
  }

  /**
   * Builds a policy for a cluster of nodes.
   *
   * @param spec has this family's name and only known parameters with allowed values
   * @throws InvalidSpecException if this family, or this combination of parameters, cannot schedule
   *     nodes; the message says why
   */
  default SchedulingPolicy createForNodes(Spec spec) {
    throw new InvalidSpecException(
        name() + " cannot schedule a cluster of nodes: " + refusesNodes());
  }
}
