package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.NodeEasy;
import io.gnomon.sim.policy.order.HeadSelection;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/**
 * First come, first served: no job starts before the job ahead of it. A pass costs O(jobs started).
 */
public final class Fcfs implements SchedulingPolicy {
  private final Spec spec;

  private Fcfs(Spec spec) {
    this.spec = spec;
  }

  @Override
  public Spec spec() {
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
    public String describe(Spec spec) {
      return "strictly in order of arrival; no job passes an older one";
    }

    @Override
    public double relativeCost(Spec spec) {
      return 1;
    }

    @Override
    public SchedulingPolicy create(Spec spec) {
      return new Fcfs(spec);
    }

    @Override
    public String refusesNodes() {
      return "";
    }

    @Override
    public SchedulingPolicy createForNodes(Spec spec) {
      return new NodeEasy(spec, QueueOrder.of(spec), HeadSelection.ARRIVAL, false);
    }
  }
}
