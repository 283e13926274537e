package io.gnomon.sim.policy;

import java.util.List;

/**
 * A family of policies that share a name and parameters. Families are found by {@link
 * java.util.ServiceLoader}, so that an administrator can add one.
 */
public interface PolicyFamily {
  /** The name in the text form. */
  String name();

  /** One sentence for {@code --help}. */
  String summary();

  /** Every parameter that it understands. */
  List<Parameter<?>> parameters();

  /**
   * Builds a policy.
   *
   * @param spec of this family's name, with known parameters of legal values only
   * @throws InvalidPolicyException where the combination is not legal, with the nearest legal form
   */
  SchedulingPolicy create(PolicySpec spec);
}
