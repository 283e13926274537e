package io.gnomon.sim.machine;

import java.util.List;
import java.util.Set;

/**
 * A condition on the features of a node, such as {@code OPA&(V100|P100)}.
 *
 * <p>{@code &} and {@code |} are evaluated from left to right, as Slurm's {@code --constraint}
 * does; parentheses group.
 */
public sealed interface Features {
  /** The condition that every node meets. */
  Features ANY = new All(List.of());

  /** Whether a node with {@code features} meets this condition. */
  boolean metBy(Set<String> features);

  /** The node has a feature. */
  record Has(String feature) implements Features {
    @Override
    public boolean metBy(Set<String> features) {
      return features.contains(feature);
    }

    @Override
    public String toString() {
      return feature;
    }
  }

  /** The node meets all conditions. */
  record All(List<Features> conditions) implements Features {
    @Override
    public boolean metBy(Set<String> features) {
      return conditions.stream().allMatch(condition -> condition.metBy(features));
    }

    @Override
    public String toString() {
      return joined(conditions, "&");
    }
  }

  /** The node meets at least one condition. */
  record Any(List<Features> conditions) implements Features {
    @Override
    public boolean metBy(Set<String> features) {
      return conditions.stream().anyMatch(condition -> condition.metBy(features));
    }

    @Override
    public String toString() {
      return joined(conditions, "|");
    }
  }

  private static String joined(List<Features> conditions, String operator) {
    StringBuilder text = new StringBuilder();
    for (Features condition : conditions) {
      text.append(text.isEmpty() ? "" : operator);
      text.append(condition instanceof Has ? condition.toString() : "(" + condition + ")");
    }
    return text.toString();
  }

  /**
   * Parses a condition; the empty text is {@link #ANY}.
   *
   * @throws InvalidMachineException if it is not well-formed
   */
  static Features parse(String text) {
    return text.isBlank() ? ANY : new FeatureParser(text).parsed();
  }
}
