package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.FittingShapes;
import io.gnomon.sim.policy.nodes.plan.PassPlan;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The passes of multiple-queue backfilling on nodes.
 *
 * <p>The processors that queues own and lend are the CPUs of all nodes. A job may start if the
 * queues can give the {@linkplain Shape#fewestCpus CPUs that it holds at least}, and if it can be
 * placed on nodes, both beside the reservations made so far. A reservation holds CPUs of queues and
 * resources of nodes, from the first time at which both suffice.
 *
 * <p>A queue has a pivot for each partition of the cluster in which a job is blocked: a job becomes
 * a pivot if no other pivot of its queue may run in one of its partitions. Jobs that may run in
 * partitions of a higher tier come first. A job that can never run blocks nothing.
 *
 * <p>Cost: a pass in which no waiting shape fits tests the shapes that can use the nodes freed
 * since the last one. Otherwise each test or search costs what {@link PassPlan} and {@link
 * QueueTimelines} say; a shape that does not fit is not tested again for jobs that are as long. A
 * pass ends when no waiting job fits beside the reservations made so far.
 */
final class NodePass implements Pass {
  private static final Machine NO_MACHINE = Machine.of(1, NodeClass.of(1, 0));

  private final Ownership ownership;
  private final PartitionQueues queues;
  private final PivotReservations reservations;
  private final QueueTimelines counts;
  private ClusterState state = new ClusterState(NO_MACHINE);
  private Placer placer = new ConsTres(NO_MACHINE);
  private FittingShapes fitting = new FittingShapes(placer);
  private PassPlan nodes = new PassPlan(NO_MACHINE, true, false);
  private int[] tiers = {};
  private long[] closed = {}; // by partition of the cluster, one bit for each queue with a pivot
  private int stateChanges;
  private int firstNew = ClusterState.NONE; // since the last pass
  private boolean complete; // older jobs that may be pivots are

  private boolean planned; // the timelines show this pass
  private int[] rejected = {}; // by shape: jobs of so many seconds do not fit in this pass
  private int candidateTier; // index
  private int candidate;

  NodePass(Ownership ownership, PartitionQueues queues, PivotReservations reservations) {
    this.ownership = ownership;
    this.queues = queues;
    this.reservations = reservations;
    counts = new QueueTimelines(ownership);
  }

  @Override
  public NodePass copy(
      ClusterState forked,
      Ownership forkedOwnership,
      PartitionQueues forkedQueues,
      PivotReservations forkedReservations) {
    NodePass copy = new NodePass(forkedOwnership, forkedQueues, forkedReservations);
    copy.state = forked;
    copy.placer = new ConsTres(forked.nodes().machine());
    copy.fitting = fitting.copy(copy.placer);
    copy.nodes = nodes.fresh();
    copy.tiers = tiers;
    copy.closed = closed.clone();
    copy.stateChanges = stateChanges;
    copy.firstNew = firstNew;
    copy.complete = complete;
    return copy;
  }

  @Override
  public void adopt(ClusterState adopted) {
    Machine machine = adopted.nodes().machine();
    state = adopted;
    placer = new ConsTres(machine);
    fitting = new FittingShapes(placer);
    nodes = new PassPlan(machine, true, false);
    tiers = machine.tiers();
    closed = new long[machine.partitions().size()];
    stateChanges = adopted.nodes().stateChanges();
    invalidate();
  }

  @Override
  public void invalidate() {
    fitting.reset();
    firstNew = ClusterState.NONE;
    complete = false;
  }

  @Override
  public void ended(int slot, int owner) {
    fitting.released(state.nodes().placement(slot));
  }

  @Override
  public void arrived(int slot) {
    fitting.submitted(state.nodes().shapeId(slot));
    if (firstNew == ClusterState.NONE) {
      firstNew = slot;
    }
  }

  /** The end of the next reservation of the machine, when waiting jobs may get its nodes. */
  @Override
  public int nextTimer() {
    return state.waiting().isEmpty()
        ? SchedulingPolicy.NEVER
        : state.nodes().machine().nextReservationEnd(state.now());
  }

  @Override
  public void run(Dispatcher dispatcher) {
    if (state.waiting().isEmpty()) {
      return;
    }
    if (stateChanges != state.nodes().stateChanges()) {
      stateChanges = state.nodes().stateChanges();
      fitting.reset();
    }
    ownership.settle(state);
    Nodes here = state.nodes();
    int served = 0;
    if (fitting.refresh(here, here.free())) {
      begin();
      served = servePivots(dispatcher);
      if (served == tiers.length) {
        startOthers(dispatcher);
      }
    }
    int first = complete ? firstNew : state.waiting().first();
    if (served > 0) {
      choosePivots(served, first, reservations);
    }
    choosePivots(0, first, reservations);
    firstNew = ClusterState.NONE;
    complete = true;
  }

  private void begin() {
    planned = false;
    int shapes = state.nodes().shapes().size();
    if (rejected.length < shapes) {
      rejected = new int[2 * shapes];
    }
    Arrays.fill(rejected, 0, shapes, Integer.MAX_VALUE);
    candidateTier = -1;
    candidate = ClusterState.NONE;
    if (state.nodes().machine().nextReservationEnd(state.now()) != SchedulingPolicy.NEVER) {
      plan();
    }
  }

  private void plan() {
    nodes.begin(state);
    counts.reset(state);
    planned = true;
  }

  /**
   * Starts pivots, or reserves for them; then new ones.
   *
   * @return the number of tiers served; fewer than all if no other job can start
   */
  private int servePivots(Dispatcher dispatcher) {
    for (int served = 0; served < tiers.length; served++) {
      int tier = tiers[served];
      for (int i = 0; i < reservations.size(); i++) {
        int slot = reservations.slot(i);
        if (tier(slot) == tier) {
          if (start(slot, dispatcher)) {
            reservations.remove(i--);
            complete = false;
          } else if (!reserve(slot)) {
            return served;
          }
        }
      }
      close(reservations);
      int next = complete ? firstNew : state.waiting().first();
      while (next != ClusterState.NONE) {
        int slot = next;
        next = state.waiting().next(slot);
        if (tier(slot) == tier && mayBePivot(slot, reservations) && !start(slot, dispatcher)) {
          addPivot(slot, reservations);
          if (!reserve(slot)) {
            return served;
          }
        }
      }
    }
    return tiers.length;
  }

  /** Starts other jobs beside the reservations. */
  private void startOthers(Dispatcher dispatcher) {
    while (findCandidate()) {
      int slot = candidate;
      candidate = state.waiting().next(slot);
      start(slot, dispatcher);
    }
  }

  /** Finds the first job that fits and has not been rejected in this pass. */
  private boolean findCandidate() {
    while (candidateTier < tiers.length) {
      while (candidate != ClusterState.NONE) {
        if (queues.holds(candidate)
            && tier(candidate) == tiers[candidateTier]
            && place(candidate) != null) {
          return true;
        }
        candidate = state.waiting().next(candidate);
      }
      candidateTier++;
      candidate = state.waiting().first();
    }
    return false;
  }

  /** What the job would hold if it started now; null if it does not fit. */
  private @Nullable Placement place(int slot) {
    Shape shape = state.nodes().shape(slot);
    int seconds = remaining(slot);
    if (!fitting.mayFit(shape.id()) || seconds >= rejected[shape.id()]) {
      return null;
    }
    Placement placement =
        planned
            ? nodes.placeNow(shape, seconds, state.nodes().free())
            : placer.place(shape, state.nodes().free());
    if (placement == null
        || (planned && !counts.suffice(shape.fewestCpus(), state.now(), seconds))) {
      rejected[shape.id()] = seconds;
      return null;
    }
    return placement;
  }

  private boolean start(int slot, Dispatcher dispatcher) {
    Placement placement = place(slot);
    if (placement == null) {
      return false;
    }
    int queue = queues.partition(slot);
    int seconds = remaining(slot);
    int[] shares;
    if (planned) {
      shares = counts.start(queue, placement.totalCpus(), state.now(), seconds);
      nodes.take(placement, state.now(), seconds);
    } else {
      shares = ownership.shareIdle(queue, placement.totalCpus());
    }
    ownership.started(slot, queue, shares);
    queues.remove(slot);
    state.setPartition(slot, queue);
    dispatcher.start(slot, placement);
    return true;
  }

  /**
   * Reserves for a pivot that cannot start now.
   *
   * @return false if no other job can start, so that reservations do not matter
   */
  private boolean reserve(int slot) {
    if (!planned) {
      plan();
    }
    if (!findCandidate()) {
      return false;
    }
    Shape shape = state.nodes().shape(slot);
    int seconds = remaining(slot);
    int time = state.now();
    while (time != SchedulingPolicy.NEVER) {
      int there = nodes.first(shape, seconds, time, state.nodes().free());
      if (there == SchedulingPolicy.NEVER) {
        break; // nodes are down
      }
      time = counts.first(shape.fewestCpus(), there, seconds);
      if (time == there) {
        Placement placement = nodes.found();
        nodes.take(placement, time, seconds);
        counts.reserve(queues.partition(slot), placement.totalCpus(), time, seconds);
        break;
      }
    }
    return true;
  }

  @Override
  public void choosePivots(PivotReservations held) {
    choosePivots(0, state.waiting().first(), held);
    complete = false;
  }

  /** Chooses pivots among the jobs from {@code first} on, those of the first tiers left out. */
  private void choosePivots(int leftOut, int first, PivotReservations held) {
    if (first == ClusterState.NONE) {
      return;
    }
    close(held);
    WaitingQueue waiting = state.waiting();
    for (int i = leftOut; i < tiers.length; i++) {
      for (int slot = first; slot != ClusterState.NONE; slot = waiting.next(slot)) {
        if (queues.holds(slot) && tier(slot) == tiers[i] && mayBePivot(slot, held)) {
          addPivot(slot, held);
        }
      }
    }
  }

  private void addPivot(int slot, PivotReservations held) {
    held.add(slot, state.job(slot));
    close(slot);
  }

  /** Closes the partitions in which pivots may run to other jobs of their queues. */
  private void close(PivotReservations held) {
    Arrays.fill(closed, 0);
    for (int i = 0; i < held.size(); i++) {
      close(held.slot(i));
    }
  }

  private void close(int slot) {
    Shape shape = state.nodes().shape(slot);
    for (int i = 0; i < shape.partitions() && shape.isPossible(); i++) {
      closed[shape.partition(i)] |= 1L << queues.partition(slot);
    }
  }

  private boolean mayBePivot(int slot, PivotReservations held) {
    Shape shape = state.nodes().shape(slot);
    boolean open = false;
    for (int i = 0; i < shape.partitions() && !open; i++) {
      open = (closed[shape.partition(i)] >>> queues.partition(slot) & 1) == 0;
    }
    return open && shape.isPossible() && !held.holds(slot);
  }

  private int tier(int slot) {
    return state.nodes().shape(slot).tier();
  }

  private int remaining(int slot) {
    return Math.max(1, state.estimate(slot) - state.servedSeconds(slot));
  }
}
