package io.gnomon.sim.policy.slack;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.nodes.plan.NodePlan;
import io.gnomon.sim.policy.nodes.plan.PlanDraft;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of a cluster of nodes: a {@link NodePlan}. A job that is delayed in a draft keeps
 * its nodes until it is moved up, when they are chosen again.
 */
final class NodeSchedule implements SchedulePlan {
  private record Drafts(PlanDraft base, PlanDraft draft) {}

  private final ClusterState state;
  private final NodePlan plan;
  private @Nullable Drafts drafts; // since the first search
  private @Nullable Placement found;

  NodeSchedule(ClusterState state) {
    this(state, new NodePlan(state));
  }

  private NodeSchedule(ClusterState state, NodePlan plan) {
    this.state = state;
    this.plan = plan;
  }

  @Override
  public SchedulePlan copy(ClusterState forked) {
    return new NodeSchedule(forked, plan.copy(forked));
  }

  @Override
  public int capacityVersion() {
    return state.nodes().stateChanges();
  }

  @Override
  public int[] tiers() {
    return state.nodes().machine().tiers();
  }

  @Override
  public int tier(int slot) {
    return state.nodes().shape(slot).tier();
  }

  @Override
  public void moveTo(int now) {
    plan.moveTo(now);
  }

  @Override
  public void rebuild(PromisedStarts jobs) {
    plan.rebuild();
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (jobs.start(slot) != PromisedStarts.NONE) {
        jobs.moveBeyond(slot, plan.start(slot));
      }
    }
  }

  @Override
  public void ended(int slot) {
    plan.ended(slot);
  }

  @Override
  public void discard(int slot) {
    plan.remove(slot);
  }

  @Override
  public int earliest(int slot) {
    int start = plan.earliest(slot);
    found = start == NEVER ? null : plan.found();
    return start;
  }

  @Override
  public void add(int slot, int start, @Nullable Placement placement) {
    plan.add(slot, start, placement);
  }

  @Override
  public void move(
      PromisedStarts jobs, int[] slots, int[] starts, @Nullable Placement[] held, int count) {
    plan.move(slots, starts, held, count);
    for (int i = 0; i < count; i++) {
      jobs.move(slots[i], starts[i]);
    }
  }

  @Override
  public void compress(PromisedStarts jobs, int[] slots, int count) {
    plan.compress(slots, count);
    for (int i = 0; i < count; i++) {
      jobs.move(slots[i], plan.start(slots[i]));
    }
  }

  @Override
  public boolean start(int slot, Dispatcher dispatcher) {
    Placement placement = plan.bound(slot);
    if (placement == null) {
      return false; // jobs hold more nodes than there are
    }
    plan.remove(slot);
    dispatcher.start(slot, placement);
    return true;
  }

  @Override
  public @Nullable Placement placement(int slot) {
    return plan.placement(slot);
  }

  @Override
  public void beginSearch() {
    drafts().base.begin();
  }

  @Override
  public void removeFromBase(int slot, int start) {
    drafts().base.give(slot, start, plan.placement(slot));
  }

  @Override
  public void beginDraft() {
    drafts().draft.begin(drafts().base);
  }

  @Override
  public int anchor(int slot, int from, int limit) {
    PlanDraft draft = drafts().draft;
    int start = draft.earliest(slot, from, limit);
    found = start == NEVER ? null : draft.placement();
    return start;
  }

  @Override
  public @Nullable Placement found() {
    return found;
  }

  @Override
  public void take(int slot, int start, @Nullable Placement placement) {
    drafts().draft.take(slot, start, Objects.requireNonNull(placement));
  }

  @Override
  public void give(int slot, int start, @Nullable Placement placement) {
    drafts().draft.give(slot, start, Objects.requireNonNull(placement));
  }

  private Drafts drafts() {
    if (drafts == null) {
      drafts = new Drafts(new PlanDraft(plan), new PlanDraft(plan));
    }
    return drafts;
  }

  @Override
  public Snapshot snapshot() {
    return plan.snapshot();
  }

  @Override
  public void restore(Snapshot snapshot) {
    plan.restore(snapshot);
  }
}
