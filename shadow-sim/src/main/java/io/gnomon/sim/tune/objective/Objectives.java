package io.gnomon.sim.tune.objective;

import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The objectives on the class path, built from their text form. */
public final class Objectives {
  private static final class Loaded {
    static final List<ObjectiveFamily> FAMILIES =
        ServiceLoader.load(ObjectiveFamily.class, Objectives.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(ObjectiveFamily::name))
            .toList();
  }

  private Objectives() {}

  /** Every family, by name. */
  public static List<ObjectiveFamily> families() {
    return Loaded.FAMILIES;
  }

  /**
   * Builds the objective that a text such as {@code slowdown(work=30000)} names.
   *
   * @throws InvalidPolicyException for an unknown family or parameter, or a value that is not
   *     allowed, with what is
   */
  public static StudyObjective create(String text) {
    PolicySpec spec = PolicySpec.parse(text);
    ObjectiveFamily family =
        families().stream()
            .filter(one -> one.name().equals(spec.name()))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidPolicyException(
                        "no objective is called '%s'; there are %s"
                            .formatted(
                                spec.name(),
                                families().stream()
                                    .map(ObjectiveFamily::name)
                                    .collect(Collectors.joining(", ")))));
    requireKnown(spec, family.parameters());
    return family.create(spec);
  }

  static void requireKnown(PolicySpec spec, List<Parameter<?>> parameters) {
    List<String> known = parameters.stream().map(Parameter::name).toList();
    for (String key : spec.parameters().keySet()) {
      if (!known.contains(key)) {
        throw new InvalidPolicyException(
            "%s has no parameter '%s'; it has %s"
                .formatted(spec.name(), key, known.isEmpty() ? "none" : String.join(", ", known)));
      }
    }
    parameters.forEach(parameter -> parameter.in(spec));
  }
}
