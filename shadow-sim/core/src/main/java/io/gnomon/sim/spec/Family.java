package io.gnomon.sim.spec;

import java.util.List;

/**
 * A kind of object that is configured by a text such as {@code easy(order=shortest)}.
 *
 * @param <T> type of the objects that it builds
 */
public interface Family<T> {
  /** The name in the text form. */
  String name();

  /** One line for {@code --help}. */
  String summary();

  /** All supported parameters. */
  List<Parameter<?>> parameters();

  /**
   * The parameters that a spec may have: those of {@link #parameters()}, and those with a name of
   * one of the {@link #forms()} that the spec gives.
   */
  default List<Parameter<?>> parameters(Spec spec) {
    return parameters();
  }

  /** Forms of further names of parameters, with {@code NAME} for a name of the site's. */
  default List<String> forms() {
    return List.of();
  }

  /**
   * A valid spec of this family in words for people: units, and no names of parameters. By default
   * the name, and the settings that differ from their defaults.
   */
  default String describe(Spec spec) {
    return new Description(spec, parameters(spec)).add(name().replace('-', ' ')).toString();
  }

  /**
   * Builds an object.
   *
   * @param spec has this family's name and only known parameters with allowed values
   * @throws InvalidSpecException if the combination is not allowed; the message suggests the
   *     nearest one that is
   */
  T create(Spec spec);
}
