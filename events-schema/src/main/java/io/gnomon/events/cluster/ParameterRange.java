package io.gnomon.events.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values that a policy parameter can be set to: numbers in a range, words of a list, or any
 * value that the policy accepts if neither is given.
 *
 * @param name the name as in the policy's text form
 * @param min the smallest number, or null
 * @param max the largest number, or null
 * @param values the allowed words; empty for a number or any text
 */
public record ParameterRange(
    String name, @Nullable Double min, @Nullable Double max, List<String> values) {
  /** Copies lists that are not immutable. */
  public ParameterRange {
    values = List.copyOf(values);
  }
}
