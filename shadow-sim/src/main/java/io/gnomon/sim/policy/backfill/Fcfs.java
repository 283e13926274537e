package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.NodeFcfs;
import java.util.List;

/**
 * First come, first served: no job starts before the job ahead of it. A pass costs O(jobs started).
 */
public final class Fcfs implements SchedulingPolicy {
  private final PolicySpec spec;

  private Fcfs(PolicySpec spec) {
    this.spec = spec;
  }

  @Override
  public PolicySpec spec() {
    return spec;
  }

  @Override
  public void adopt(ClusterState state) {}

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return this;
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    ClusterState state = dispatcher.state();
    WaitingQueue waiting = state.waiting();
    while (!waiting.isEmpty() && state.width(waiting.first()) <= state.freeProcessors()) {
      dispatcher.start(waiting.first());
    }
  }

  /** The family {@code fcfs}. */
  public static final class Family implements PolicyFamily {
    @Override
    public String name() {
      return "fcfs";
    }

    @Override
    public String summary() {
      return "first come, first served, without backfilling";
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of();
    }

    @Override
    public SchedulingPolicy create(PolicySpec spec) {
      return new Fcfs(spec);
    }

    @Override
    public String refusesNodes() {
      return "";
    }

    @Override
    public SchedulingPolicy createForNodes(PolicySpec spec) {
      return new NodeFcfs(spec);
    }
  }
}
