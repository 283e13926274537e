package io.gnomon.sim.spec;

import io.gnomon.text.Suggestions;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * The families of one type on the class path, which build objects from specs. Immutable.
 *
 * @param <T> type of the objects that the families build
 * @param <F> type of the families
 */
public final class Registry<T, F extends Family<T>> {
  private final String kind;
  private final List<F> all;

  /**
   * Loads the families, sorted by name.
   *
   * @param kind name of the built objects in messages, such as {@code policy}
   */
  public Registry(String kind, Class<F> type) {
    this(kind, List.of(), type);
  }

  /**
   * Loads the families, after others.
   *
   * @param first the families that come first
   */
  public Registry(String kind, List<F> first, Class<F> type) {
    this.kind = kind;
    Stream<F> loaded =
        ServiceLoader.load(type, type.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(Family::name));
    this.all = Stream.concat(first.stream(), loaded).toList();
  }

  /** All families. */
  public List<F> all() {
    return all;
  }

  /**
   * The family of that name.
   *
   * @throws InvalidSpecException if there is none; the message suggests a similar name or lists all
   */
  public F named(String name) {
    return all.stream()
        .filter(family -> family.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSpecException(
                    "unknown %s '%s'; %s"
                        .formatted(
                            kind,
                            name,
                            allowed(
                                name, "allowed are ", all.stream().map(Family::name).toList()))));
  }

  /** A suggestion if a known word is similar, or else all known words. */
  private static String allowed(String written, String introduction, List<String> known) {
    return Suggestions.closest(written, known)
        .map(word -> "did you mean '" + word + "'?")
        .orElse(introduction + (known.isEmpty() ? "none" : String.join(", ", known)));
  }

  /**
   * Builds an object from a spec.
   *
   * @throws InvalidSpecException for an unknown family or parameter, or a value that is not
   *     allowed; the message lists what is allowed
   */
  public T create(Spec spec) {
    return checked(spec).create(spec);
  }

  /**
   * The family of a spec.
   *
   * @throws InvalidSpecException as {@link #create} does, except for combinations of values
   */
  public F checked(Spec spec) {
    F family = named(spec.name());
    List<Parameter<?>> parameters = family.parameters(spec);
    List<String> known =
        Stream.concat(parameters.stream().map(Parameter::name), family.forms().stream()).toList();
    for (String key : spec.parameters().keySet()) {
      if (!known.contains(key)) {
        throw new InvalidSpecException(
            "%s has no parameter '%s'; %s"
                .formatted(spec.name(), key, allowed(key, "allowed are ", known)));
      }
    }
    parameters.forEach(parameter -> parameter.in(spec));
    return family;
  }
}
