package io.gnomon.sim.policy;

import java.util.List;

/**
 * A kind of module that is named in a text form such as {@code easy(order=shortest)}.
 *
 * @param <T> what it builds
 */
public interface Family<T> {
  /** The name in the text form. */
  String name();

  /** One sentence for {@code --help}. */
  String summary();

  /** Every parameter that it understands. */
  List<Parameter<?>> parameters();

  /**
   * Builds a module.
   *
   * @param spec of this family's name, with known parameters of legal values only
   * @throws InvalidPolicyException where the combination is not legal, with the nearest legal form
   */
  T create(PolicySpec spec);
}
