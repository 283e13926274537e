package io.gnomon.sim.search;

import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/** The search among policies that the administrator has named. */
record NamedPolicies(List<Spec> specs) implements SearchSpace {
  NamedPolicies {
    specs = List.copyOf(specs);
  }

  @Override
  public List<Spec> alternatives(SchedulingPolicy incumbent, RecordedJobs past) {
    return specs.stream().filter(spec -> !spec.equals(incumbent.spec())).toList();
  }

  @Override
  public List<Spec> withLimits(
      SchedulingPolicy incumbent, ClusterState state, List<LimitRange> declared) {
    return List.of();
  }

  @Override
  public List<Spec> byPriority(SchedulingPolicy incumbent, PrioritySettings inForce) {
    return specs.stream().filter(spec -> !spec.equals(incumbent.spec())).toList();
  }
}
