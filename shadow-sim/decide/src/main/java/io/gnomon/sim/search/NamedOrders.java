package io.gnomon.sim.search;

import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.stream.Stream;

/** A search that may also try some orders in the place of the site's priorities. */
record NamedOrders(SearchSpace search, List<String> orders) implements SearchSpace {
  NamedOrders {
    orders = List.copyOf(orders);
  }

  @Override
  public List<Spec> alternatives(SchedulingPolicy incumbent, RecordedJobs past) {
    return search.alternatives(incumbent, past);
  }

  @Override
  public List<Spec> withLimits(
      SchedulingPolicy incumbent, ClusterState state, List<LimitRange> declared) {
    return search.withLimits(incumbent, state, declared);
  }

  @Override
  public List<Spec> byPriority(SchedulingPolicy incumbent, PrioritySettings inForce) {
    return Stream.concat(
            search.byPriority(incumbent, inForce).stream(),
            SlurmVariants.ordered(incumbent.spec(), orders).stream())
        .toList();
  }
}
