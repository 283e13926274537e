package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.FairShareAccounting;
import io.gnomon.sim.cluster.Limiting;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.FittingShapes;
import io.gnomon.sim.policy.nodes.plan.PassPlan;
import io.gnomon.sim.policy.slurm.preempt.Preemption;
import io.gnomon.sim.priority.Accounts;
import org.jspecify.annotations.Nullable;

/** The schedulers of a cluster of nodes. */
final class NodeSchedulers implements Schedulers {
  private record Parts(
      ClusterState state,
      FittingShapes fitting,
      PassPlan plan,
      PartitionQueue queue,
      Preemption preemption,
      NodeMainScheduler main,
      NodeBackfillScheduler backfill) {}

  private final SlurmSettings settings;
  private @Nullable Parts parts;
  private int stateChanges = -1;
  private int capacity;

  NodeSchedulers(SlurmSettings settings) {
    this.settings = settings;
  }

  @Override
  public void adopt(ClusterState adopted) {
    if (isMultifactor(adopted)) {
      FairShareAccounting accounting = adopted.accounting();
      Accounts site = accounting.accounts();
      accounting.use(
          settings.priority().over(site.settings()), settings.limits().over(site.basis()));
    }
    if (adopted.hasLimits()) {
      Limiting limiting = adopted.limiting();
      limiting.use(adopted, settings.limits().over(limiting.ofSite()));
    }
    Machine machine = adopted.nodes().machine();
    Placer placer = new ConsTres(machine);
    PassPlan plan = new PassPlan(machine, !settings.separatesIdle(), true);
    parts = parts(adopted, new FittingShapes(placer), placer, plan);
    stateChanges = -1;
  }

  private boolean isMultifactor(ClusterState state) {
    return state.hasAccounting() && settings.isByPriority();
  }

  private Parts parts(ClusterState state, FittingShapes fitting, Placer placer, PassPlan plan) {
    PartitionQueue queue = new PartitionQueue(settings);
    queue.adopt(state);
    Preemption preemption = new Preemption(settings.preemption(), state, placer);
    return new Parts(
        state,
        fitting,
        plan,
        queue,
        preemption,
        new NodeMainScheduler(settings, state, queue, fitting, placer, preemption),
        new NodeBackfillScheduler(settings, state, queue, fitting, placer, plan, preemption));
  }

  private Parts parts() {
    if (parts == null) {
      throw new IllegalStateException("the policy has not adopted a state");
    }
    return parts;
  }

  @Override
  public Schedulers fork(ClusterState forked) {
    NodeSchedulers fork = new NodeSchedulers(settings);
    Placer placer = new ConsTres(forked.nodes().machine());
    fork.parts = fork.parts(forked, parts().fitting.copy(placer), placer, parts().plan.fresh());
    fork.stateChanges = stateChanges;
    fork.capacity = capacity;
    return fork;
  }

  @Override
  public void submitted(int slot) {
    parts().queue.submitted(slot);
    parts().fitting.submitted(parts().state.nodes().shapeId(slot));
  }

  @Override
  public void ended(int slot) {
    parts().fitting.released(parts().state.nodes().placement(slot));
  }

  @Override
  public void changed() {
    parts().queue.changed();
    parts().fitting.reset();
  }

  /** The CPUs of the nodes that take jobs. */
  @Override
  public int capacity() {
    Nodes nodes = parts().state.nodes();
    if (stateChanges != nodes.stateChanges()) {
      stateChanges = nodes.stateChanges();
      parts().fitting.reset();
      Machine machine = nodes.machine();
      capacity = 0;
      for (int node = 0; node < machine.nodes(); node++) {
        capacity += nodes.takesJobs(node) ? machine.nodeClass(node).cpus() : 0;
      }
    }
    return capacity;
  }

  @Override
  public void resume(Dispatcher dispatcher) {
    parts().preemption.resume(dispatcher);
  }

  @Override
  public boolean runMain(Dispatcher dispatcher, int depth) {
    return parts().main.run(dispatcher, depth);
  }

  @Override
  public int runBackfill(Dispatcher dispatcher, Portion portion) {
    return parts().backfill.run(dispatcher, portion);
  }

  @Override
  public int tested() {
    return parts().backfill.tested();
  }

  @Override
  public int validUntil() {
    return parts().backfill.validUntil();
  }

  @Override
  public int nextReorder(int time) {
    ClusterState state = parts().state;
    if (!isMultifactor(state)) {
      return settings.order().isArrival() ? SchedulingPolicy.NEVER : time + 1;
    }
    int last = state.accounting().recalculatedAt();
    return last > time ? last : state.accounting().nextRecalculation();
  }

  /**
   * The end of the next reservation of the machine or of the time in which a running job cannot be
   * preempted, or the next recalculation of priorities while jobs run.
   */
  @Override
  public int nextOpening(int time) {
    ClusterState state = parts().state;
    int opening =
        Math.min(
            state.nodes().machine().nextReservationEnd(time),
            parts().preemption.nextExemptionEnd(time));
    boolean reorders = isMultifactor(state) && state.running().size() > 0;
    return reorders ? Math.min(opening, nextReorder(time)) : opening;
  }
}
