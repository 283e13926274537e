package io.gnomon.controller.cluster;

import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which policies a scheduler can be set to, by what it has declared: the policies that it names,
 * with values within the ranges of the parameters that it names; durations count in seconds. A
 * policy that it names several times is allowed where one of them allows it.
 *
 * <p>A policy with a parameter that the scheduler does not name is not tried, with three
 * exceptions: a multi-queue without any range has any number of partitions, its criteria belong to
 * its partitions, and a seed is the simulation's own. A parameter that the policy leaves at its
 * default must be allowed that default where the scheduler names its words.
 *
 * @param capabilities that it declared
 */
public record AllowedPolicies(Capabilities capabilities) {
  private static final String PARTITIONS = "partitions";
  private static final String BOUNDARIES = "boundaries";
  private static final String SEED = "seed";
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})([smhdw])");

  /** What these allow. */
  public static AllowedPolicies of(Capabilities capabilities) {
    return new AllowedPolicies(capabilities);
  }

  /** Whether the scheduler can be set to a policy. */
  public boolean allows(PolicySpec spec) {
    return capabilities.policies().stream()
        .filter(policy -> policy.policy().equals(spec.name()))
        .anyMatch(
            policy ->
                spec.parameters().entrySet().stream().allMatch(entry -> allows(policy, entry))
                    && policy.parameters().stream().allMatch(range -> leaves(spec, range)));
  }

  /** Whether a parameter that {@code spec} does not give may have its default. */
  private static boolean leaves(PolicySpec spec, ParameterRange range) {
    return spec.parameters().containsKey(range.name())
        || range.values().isEmpty()
        || fallback(spec, range.name()).map(range.values()::contains).orElse(true);
  }

  private static Optional<String> fallback(PolicySpec spec, String parameter) {
    return Policies.families().stream()
        .filter(family -> family.name().equals(spec.name()))
        .flatMap(family -> family.parameters().stream())
        .filter(known -> known.name().equals(parameter))
        .map(Parameter::fallback)
        .findFirst();
  }

  private static boolean allows(PolicyCapability policy, Map.Entry<String, String> parameter) {
    String key = parameter.getKey();
    if (key.equals(SEED)) {
      return true;
    }
    String named = key.equals(BOUNDARIES) ? PARTITIONS : key;
    Optional<ParameterRange> range = policy.parameter(named);
    if (range.isEmpty()) {
      return named.equals(PARTITIONS);
    }
    return key.equals(BOUNDARIES) || holds(range.get(), parameter.getValue());
  }

  private static boolean holds(ParameterRange range, String value) {
    if (!range.values().isEmpty()) {
      return range.values().contains(value);
    }
    Double min = range.min();
    Double max = range.max();
    if (min == null && max == null) {
      return true;
    }
    try {
      double number = number(value);
      return (min == null || number >= min) && (max == null || number <= max);
    } catch (NumberFormatException notANumber) {
      return false;
    }
  }

  private static double number(String value) {
    Matcher duration = DURATION.matcher(value);
    if (!duration.matches()) {
      return Double.parseDouble(value);
    }
    int seconds =
        switch (duration.group(2)) {
          case "m" -> 60;
          case "h" -> 3_600;
          case "d" -> 86_400;
          case "w" -> 604_800;
          default -> 1;
        };
    return (double) seconds * Long.parseLong(duration.group(1));
  }
}
