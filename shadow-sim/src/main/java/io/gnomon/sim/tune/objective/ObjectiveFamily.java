package io.gnomon.sim.tune.objective;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * A family of objectives that share a name and parameters. Families are found by {@link
 * java.util.ServiceLoader}, so that an administrator can add one.
 */
public interface ObjectiveFamily {
  /** The name in the text form. */
  String name();

  /** One sentence for {@code --help}. */
  String summary();

  /** Every parameter that it understands. */
  List<Parameter<?>> parameters();

  /**
   * Builds an objective.
   *
   * @param spec of this family's name, with known parameters of legal values only
   */
  StudyObjective create(PolicySpec spec);
}
