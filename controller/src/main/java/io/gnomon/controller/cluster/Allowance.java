package io.gnomon.controller.cluster;

import io.gnomon.events.Capabilities;
import io.gnomon.events.ParameterRange;
import io.gnomon.events.PolicyCapability;
import io.gnomon.sim.policy.PolicySpec;
import java.util.Map;
import java.util.Optional;

/**
 * Which policies a scheduler can be set to, by what it has declared: the policies that it names,
 * with values within the ranges of the parameters that it names. A policy with a parameter that the
 * scheduler does not name is not tried, with three exceptions: a multi-queue without any range has
 * any number of partitions, its criteria belong to its partitions, and a seed is the simulation's
 * own.
 *
 * @param capabilities that it declared
 */
record Allowance(Capabilities capabilities) {
  private static final String PARTITIONS = "partitions";
  private static final String BOUNDARIES = "boundaries";
  private static final String SEED = "seed";

  static Allowance of(Capabilities capabilities) {
    return new Allowance(capabilities);
  }

  boolean allows(PolicySpec spec) {
    Optional<PolicyCapability> policy = capabilities.policy(spec.name());
    return policy.isPresent()
        && spec.parameters().entrySet().stream().allMatch(entry -> allows(policy.get(), entry));
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
      double number = Double.parseDouble(value);
      return (min == null || number >= min) && (max == null || number <= max);
    } catch (NumberFormatException notANumber) {
      return false;
    }
  }
}
