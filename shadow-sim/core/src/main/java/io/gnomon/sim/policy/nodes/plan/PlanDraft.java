package io.gnomon.sim.policy.nodes.plan;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Placement;

/**
 * What a {@link NodePlan} would leave free if waiting jobs had other starts, to try schedules
 * without changing the plan. Not thread-safe.
 *
 * <p>Cost: a copy of the steps in each place to set it; O(places) for a search for a job in one
 * place, see {@link PlanSearch}.
 */
public final class PlanDraft {
  private final NodePlan plan;
  private final NodeTimelines timelines;
  private final PlanSearch search;

  /** A draft for jobs of that plan. */
  public PlanDraft(NodePlan plan) {
    this.plan = plan;
    timelines = plan.timelines().copy();
    search = new PlanSearch(timelines, new ConsTres(timelines.window().machine()));
  }

  /** Begins with what is free in the plan. */
  public void begin() {
    timelines.set(plan.timelines());
  }

  /** Begins with what is free in another draft of the same plan. */
  public void begin(PlanDraft other) {
    timelines.set(other.timelines);
  }

  /**
   * The first start of a waiting job from {@code from} on and before {@code limit}; {@link
   * io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is none.
   */
  public int earliest(int slot, int from, int limit) {
    PlannedKind kind = plan.kindOf(slot);
    return kind.shape().isPossible() ? search.firstBeside(kind, from, limit) : NEVER;
  }

  /** What the job found last will hold. */
  public Placement placement() {
    return search.placement();
  }

  /** Takes what a waiting job holds from {@code start} on. */
  public void take(int slot, int start, Placement placement) {
    timelines.undoGive(placement, start, end(slot, start));
  }

  /** Gives back what a waiting job holds from {@code start} on. */
  public void give(int slot, int start, Placement placement) {
    timelines.give(placement, start, end(slot, start));
  }

  private int end(int slot, int start) {
    return NodeTimelines.end(start, plan.kindOf(slot).seconds());
  }
}
