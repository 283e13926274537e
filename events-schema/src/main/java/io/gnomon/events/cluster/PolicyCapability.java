package io.gnomon.events.cluster;

import java.util.List;
import java.util.Optional;

/**
 * One policy that a scheduler can be set to.
 *
 * @param policy its name, such as {@code multi-queue}
 * @param parameters those that can be set; any other stays at its default
 */
public record PolicyCapability(String policy, List<ParameterRange> parameters) {
  /** Lists are copied when they are not immutable. */
  public PolicyCapability {
    parameters = List.copyOf(parameters);
  }

  /** The range of one parameter, empty where it cannot be set. */
  public Optional<ParameterRange> parameter(String name) {
    return parameters.stream().filter(range -> range.name().equals(name)).findFirst();
  }
}
