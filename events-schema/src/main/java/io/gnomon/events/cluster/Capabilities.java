package io.gnomon.events.cluster;

import java.util.List;

/**
 * The settings that the scheduler of a cluster accepts. Gnomon searches only among them.
 *
 * @param policies the policies that can be set
 * @param suspension whether running jobs can be suspended and resumed
 * @param requeueing whether running jobs can be requeued
 * @param molding whether a job can start with another of its widths
 */
public record Capabilities(
    List<PolicyCapability> policies, boolean suspension, boolean requeueing, boolean molding) {
  /** Copies lists that are not immutable. */
  public Capabilities {
    policies = List.copyOf(policies);
  }
}
