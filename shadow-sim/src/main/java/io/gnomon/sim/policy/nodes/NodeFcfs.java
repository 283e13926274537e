package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.List;

/**
 * First come, first served on nodes: in each partition, no job starts before the jobs ahead of it.
 * A pass costs O(waiting shapes) for each job started and each partition.
 */
public final class NodeFcfs extends NodePolicy {
  private final StartViews views = new StartViews();

  /** A policy with that spec. */
  public NodeFcfs(PolicySpec spec) {
    super(spec);
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    NodeFcfs fork = new NodeFcfs(spec());
    fork.copyFrom(this, forked);
    return fork;
  }

  @Override
  protected void pass(Dispatcher dispatcher, List<Hold> reservations) {
    views.build(state(), reservations);
    heads().startInArrivalOrder(state(), fitting(), views, dispatcher);
  }
}
