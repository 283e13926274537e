package io.gnomon.events.cluster;

import java.util.List;
import java.util.Optional;

/**
 * What of a cluster can be configured; only this space is searched.
 *
 * @param policies the policies that the scheduler can be set to
 * @param suspension whether running jobs can be suspended and resumed
 * @param requeueing whether running jobs can be stopped and queued again
 * @param molding whether a job can be started with another of its widths
 */
public record Capabilities(
    List<PolicyCapability> policies, boolean suspension, boolean requeueing, boolean molding) {
  /** Lists are copied when they are not immutable. */
  public Capabilities {
    policies = List.copyOf(policies);
  }

  /** What can be set of one policy, empty where the scheduler does not have it. */
  public Optional<PolicyCapability> policy(String name) {
    return policies.stream().filter(capability -> capability.policy().equals(name)).findFirst();
  }
}
