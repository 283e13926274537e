package io.gnomon.controller.cluster.tracked;

import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.search.LimitRange;
import io.gnomon.sim.search.PossiblePolicies;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SiteLimit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The policies that a scheduler can run, derived from its declared capabilities. A policy is
 * allowed if at least one capability with its name allows all its parameter values. Durations are
 * compared in seconds.
 *
 * <p>A policy with a parameter that the capability does not declare is not allowed. There are three
 * exceptions: a multi-queue without a declared range may have any number of partitions, its
 * criteria belong to the partitions, and the seed only affects the simulation. If a capability
 * lists the values of a parameter and the policy omits it, the list must contain the default,
 * unless that is the site's own value.
 *
 * @param capabilities the declared capabilities
 */
public record AllowedPolicies(Capabilities capabilities) implements PossiblePolicies {
  private static final String PARTITIONS = "partitions";
  private static final String BOUNDARIES = "boundaries";
  private static final String SEED = "seed";
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})([smhdw])");

  /** Returns the policies that the capabilities allow. */
  public static AllowedPolicies of(Capabilities capabilities) {
    return new AllowedPolicies(capabilities);
  }

  @Override
  public boolean test(Spec spec) {
    return allows(spec);
  }

  /** The declared ranges of limits of QOS and partitions. */
  @Override
  public List<LimitRange> limits() {
    return capabilities.policies().stream()
        .filter(policy -> policy.policy().equals(SlurmFamily.NAME))
        .flatMap(policy -> policy.parameters().stream())
        .filter(range -> SiteLimit.of(range.name()).isPresent())
        .flatMap(range -> limit(range).stream())
        .toList();
  }

  /** The range, empty if it has no bounds or no value is allowed. */
  private static Optional<LimitRange> limit(ParameterRange range) {
    Double min = range.min();
    Double max = range.max();
    long least = min == null ? -1 : (long) Math.ceil(min);
    long most = max == null ? -1 : (long) Math.floor(max);
    return least < 0 || most < least
        ? Optional.empty()
        : Optional.of(new LimitRange(range.name(), least, most));
  }

  /** Whether the scheduler can run a policy. */
  public boolean allows(Spec spec) {
    return capabilities.policies().stream()
        .filter(policy -> policy.policy().equals(spec.name()))
        .anyMatch(
            policy ->
                spec.parameters().entrySet().stream().allMatch(entry -> allows(policy, entry))
                    && policy.parameters().stream().allMatch(range -> allowsDefault(spec, range)));
  }

  /** Whether the default of a parameter that {@code spec} omits is allowed. */
  private static boolean allowsDefault(Spec spec, ParameterRange range) {
    return spec.parameters().containsKey(range.name())
        || range.values().isEmpty()
        || defaultOf(spec, range.name()).map(range.values()::contains).orElse(true);
  }

  private static Optional<String> defaultOf(Spec spec, String parameter) {
    return Policies.families().stream()
        .filter(family -> family.name().equals(spec.name()))
        .flatMap(family -> family.parameters().stream())
        .filter(candidate -> candidate.name().equals(parameter) && !candidate.isOfSite())
        .map(Parameter::defaultText)
        .findFirst();
  }

  private static boolean allows(PolicyCapability policy, Map.Entry<String, String> parameter) {
    String key = parameter.getKey();
    if (key.equals(SEED)) {
      return true;
    }
    String declared = key.equals(BOUNDARIES) ? PARTITIONS : key;
    Optional<ParameterRange> range = policy.parameter(declared);
    if (range.isEmpty()) {
      return declared.equals(PARTITIONS);
    }
    return key.equals(BOUNDARIES) || contains(range.get(), parameter.getValue());
  }

  private static boolean contains(ParameterRange range, String value) {
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
