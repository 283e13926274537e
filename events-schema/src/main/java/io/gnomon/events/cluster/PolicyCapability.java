package io.gnomon.events.cluster;

import java.util.List;
import java.util.Optional;

/**
 * A policy that the scheduler can be set to.
 *
 * @param policy its name, such as {@code multi-queue}
 * @param parameters the parameters that can be set; all others keep their defaults
 */
public record PolicyCapability(String policy, List<ParameterRange> parameters) {
  /** Copies lists that are not immutable. */
  public PolicyCapability {
    parameters = List.copyOf(parameters);
  }

  /** The range of a parameter, empty if it cannot be set. */
  public Optional<ParameterRange> parameter(String name) {
    return parameters.stream().filter(range -> range.name().equals(name)).findFirst();
  }
}
