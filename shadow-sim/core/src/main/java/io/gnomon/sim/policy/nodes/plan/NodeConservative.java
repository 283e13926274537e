package io.gnomon.sim.policy.nodes.plan;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Conservative backfilling on nodes. Jobs of partitions with a higher tier come first.
 *
 * <p><b>With guarantees</b>, every job has a guaranteed start with a placement, the earliest one
 * that delays no job before it. When a job ends early, the schedule is compressed in queue order,
 * which never moves a guarantee to a later time. When running jobs exceed their estimates, or nodes
 * are lost, jobs keep their guarantees in the order of their starts as far as they can; the others
 * get new ones from the old start on. <b>Without guarantees</b>, each pass plans the whole queue
 * again. A job that can never run blocks nothing.
 *
 * <p>Cost with guarantees: see {@link NodePlan}. Without: a pass in which a job may start searches
 * for the waiting jobs until no further one can start.
 */
public final class NodeConservative implements SchedulingPolicy {
  private final Spec spec;
  private final QueueOrder order;
  private final boolean guarantee;
  private final OrderedSlots sorted = new OrderedSlots();
  private @Nullable NodePlan plan;
  private ClusterState state = new ClusterState(1);
  private int[] queue = new int[64];
  private int queued;
  private boolean stale;
  private boolean compress;
  private boolean dispatching;
  private boolean allNew;
  private int firstNew = ClusterState.NONE; // first of the latest arrivals without a reservation
  private int[] tiers = {};
  private final BitSet blocked = new BitSet(); // shapes that do not fit in this pass any more
  private int stateChanges;
  private int next = NEVER;

  /**
   * A policy with that spec.
   *
   * @param guarantee whether every job keeps its guaranteed start
   */
  public NodeConservative(Spec spec, QueueOrder order, boolean guarantee) {
    this.spec = spec;
    this.order = order;
    this.guarantee = guarantee;
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    plan = new NodePlan(adopted);
    stateChanges = adopted.nodes().stateChanges();
    stale = true;
    compress = false;
    allNew = true;
    firstNew = ClusterState.NONE;
    tiers = adopted.nodes().machine().tiers();
    next = NEVER;
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    NodeConservative fork = new NodeConservative(spec, order, guarantee);
    fork.state = forked;
    fork.plan = plan().copy(forked);
    fork.stateChanges = stateChanges;
    fork.stale = stale;
    fork.compress = compress;
    fork.allNew = allNew;
    fork.firstNew = firstNew;
    fork.tiers = tiers;
    fork.next = next;
    return fork;
  }

  private NodePlan plan() {
    if (plan == null) {
      throw new IllegalStateException("the policy has not adopted a state");
    }
    return plan;
  }

  @Override
  public void submitted(int slot) {
    plan().remove(slot);
    if (slot != state.waiting().last()) {
      allNew = true; // it returned to its old place
    } else if (firstNew == ClusterState.NONE) {
      firstNew = slot;
    }
  }

  @Override
  public void started(int slot) {
    stale |= !dispatching; // it resumes
  }

  @Override
  public void ended(int slot, boolean completed) {
    compress = true;
    if (stale || !guarantee || stateChanges != state.nodes().stateChanges()) {
      return;
    }
    int end = state.expectedEnd(slot);
    if (end > state.now()) {
      plan().ended(slot);
    } else if (end < state.now() || !completed) {
      stale = true;
    }
  }

  @Override
  public void changed(int slot) {
    stale = true;
    compress = true;
    allNew = true;
    firstNew = ClusterState.NONE;
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    if (stateChanges != state.nodes().stateChanges()) {
      stateChanges = state.nodes().stateChanges();
      stale = true;
      compress = true;
    }
    queued = 0;
    boolean overdue = state.isOverdue();
    if (!guarantee) {
      planAnew(dispatcher);
      return;
    }
    if (stale || overdue) {
      plan().rebuild();
    } else {
      plan().moveTo(state.now());
    }
    if (compress || allNew) {
      sorted.fill(state, order);
      sortByTier();
    }
    if (compress) {
      plan().compress(queue, queued);
    }
    reserveNew();
    stale = false;
    compress = false;
    if (plan().firstStart() <= state.now()) {
      startDue(dispatcher);
      plan().findFirstStart();
    }
    next = overdue ? plan().nextStart(state.now() + 1) : plan().firstStart();
  }

  private void reserveNew() {
    if (firstNew != ClusterState.NONE && queued == 0) {
      sorted.clear();
      for (int slot = firstNew; slot != ClusterState.NONE; slot = state.waiting().next(slot)) {
        sorted.add(slot);
      }
      sorted.sort(state, order);
      sortByTier();
    }
    for (int i = 0; i < queued && (allNew || firstNew != ClusterState.NONE); i++) {
      if (plan().jobs().start(queue[i]) == PlannedJobs.NONE) {
        plan().reserve(queue[i]);
      }
    }
    allNew = false;
    firstNew = ClusterState.NONE;
  }

  /** Starts the jobs that are due, in order. */
  private void startDue(Dispatcher dispatcher) {
    sorted.clear();
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (plan().jobs().start(slot) == state.now()) {
        sorted.add(slot);
      }
    }
    sorted.sort(state, order);
    sortByTier();
    dispatching = true;
    for (int i = 0; i < queued; i++) {
      start(queue[i], dispatcher);
    }
    dispatching = false;
  }

  private void start(int slot, Dispatcher dispatcher) {
    Placement placement = plan().bound(slot);
    if (placement == null) {
      stale = true; // jobs hold more nodes than there are
    } else {
      plan().remove(slot);
      dispatcher.start(slot, placement);
    }
  }

  private void planAnew(Dispatcher dispatcher) {
    next = nextReservationEnd();
    if (!mayStart()) {
      return;
    }
    plan().clear();
    sorted.fill(state, order);
    sortByTier();
    dispatching = true;
    blocked.clear();
    // the plan is made again in the next pass, so it ends with the last job that may start in this
    // one
    int end = endOfFitting(queued);
    for (int i = 0; i < end; i++) {
      if (plan().reserve(queue[i]) == state.now()) {
        start(queue[i], dispatcher);
        end = endOfFitting(end);
      }
    }
    dispatching = false;
  }

  /** The place after the last job of the queue before {@code end} that fits now. */
  private int endOfFitting(int end) {
    for (int last = end - 1; last >= 0; last--) {
      Shape shape = state.nodes().shape(queue[last]);
      if (!blocked.get(shape.id())) {
        if (plan().fitsNow(shape)) {
          return last + 1;
        }
        blocked.set(shape.id());
      }
    }
    return 0;
  }

  /** Whether a job may fit. */
  private boolean mayStart() {
    Nodes nodes = state.nodes();
    for (int i = 0; i < nodes.waitingShapes(); i++) {
      if (plan().fitsNow(nodes.shapes().get(nodes.waitingShape(i)))) {
        return true;
      }
    }
    return false;
  }

  private int nextReservationEnd() {
    return state.waiting().isEmpty()
        ? NEVER
        : state.nodes().machine().nextReservationEnd(state.now());
  }

  /** Fills the queue with the sorted jobs, those of higher tiers first. */
  private void sortByTier() {
    plan().jobs().reach(state.slotLimit());
    if (sorted.size() > queue.length) {
      queue = new int[2 * sorted.size()];
    }
    queued = 0;
    for (int tier : tiers) {
      for (int i = 0; i < sorted.size(); i++) {
        int slot = sorted.slot(i);
        if (tiers.length == 1 || state.nodes().shape(slot).tier() == tier) {
          queue[queued++] = slot;
        }
      }
    }
  }

  @Override
  public int nextTimer() {
    return next;
  }

  /**
   * The guaranteed start of the waiting job in {@code slot}: {@link #NEVER} if it can never run, or
   * -1 if it has no guarantee.
   */
  public int guarantee(int slot) {
    return state.nodes().shape(slot).isPossible() ? plan().jobs().start(slot) : NEVER;
  }

  @Override
  public Snapshot snapshot() {
    return PlanSnapshot.write(state, compress, plan().jobs());
  }

  @Override
  public void restore(Snapshot snapshot) {
    compress = PlanSnapshot.read(snapshot, state, plan().jobs());
    stale = true;
    int after = state.isOverdue() ? state.now() + 1 : state.now();
    next = guarantee ? plan().nextStart(after) : nextReservationEnd();
  }
}
