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
  Features ANY = new Anything();

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

  /** Every node. */
  record Anything() implements Features {
    @Override
    public boolean metBy(Set<String> features) {
      return true;
    }

    @Override
    public String toString() {
      return "";
    }
  }

  /** Conditions in the order in which they are evaluated, however many there are. */
  record Chain(Features first, List<Link> links) implements Features {
    /** Copies a list that is not immutable. */
    public Chain {
      links = List.copyOf(links);
    }

    @Override
    public boolean metBy(Set<String> features) {
      boolean met = first.metBy(features);
      for (Link link : links) {
        met = met == link.all ? link.condition.metBy(features) : met;
      }
      return met;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(operand(first));
      for (Link link : links) {
        text.append(link.all ? '&' : '|').append(operand(link.condition));
      }
      return text.toString();
    }

    private static String operand(Features condition) {
      return condition instanceof Has ? condition.toString() : "(" + condition + ")";
    }
  }

  /**
   * A condition after another one.
   *
   * @param all whether both must be met, otherwise either
   */
  record Link(boolean all, Features condition) {}

  /**
   * Parses a condition; the empty text is {@link #ANY}.
   *
   * @throws InvalidMachineException if it is not well-formed
   */
  static Features parse(String text) {
    return text.isBlank() ? ANY : new FeatureParser(text).parsed();
  }
}
