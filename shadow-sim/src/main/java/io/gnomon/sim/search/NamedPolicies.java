package io.gnomon.sim.search;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.scenario.RecordedJobs;
import java.util.List;

/** The search among policies that the administrator has named. */
record NamedPolicies(List<PolicySpec> specs) implements SearchSpace {
  NamedPolicies {
    specs = List.copyOf(specs);
  }

  @Override
  public List<PolicySpec> alternatives(SchedulingPolicy incumbent, RecordedJobs past) {
    return specs.stream().filter(spec -> !spec.equals(incumbent.spec())).toList();
  }

  @Override
  public List<PolicySpec> withLimits(
      SchedulingPolicy incumbent, ClusterState state, List<LimitRange> declared) {
    return List.of();
  }

  @Override
  public List<PolicySpec> underFairShare(SchedulingPolicy incumbent, PrioritySettings inForce) {
    return specs.stream().filter(spec -> !spec.equals(incumbent.spec())).toList();
  }
}
