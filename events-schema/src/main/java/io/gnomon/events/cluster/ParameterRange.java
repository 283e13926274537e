package io.gnomon.events.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One parameter that can be set: between bounds, one of a list, or, without either, to whatever the
 * policy allows.
 *
 * @param name as in the policy's text form
 * @param min the least number, or null
 * @param max the greatest number, or null
 * @param values the words to choose from; empty for a number or a free text
 */
public record ParameterRange(
    String name, @Nullable Double min, @Nullable Double max, List<String> values) {
  /** Lists are copied when they are not immutable. */
  public ParameterRange {
    values = List.copyOf(values);
  }
}
