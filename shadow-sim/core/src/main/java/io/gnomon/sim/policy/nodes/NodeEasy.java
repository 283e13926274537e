package io.gnomon.sim.policy.nodes;

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
import io.gnomon.sim.policy.order.HeadSelection;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.List;

/**
 * EASY backfilling on nodes. The first job of each partition that does not fit has a reservation:
 * the earliest time at which it can start, and what it will hold on which nodes. Another job may
 * start if it leaves all of that free, by ending before or by using other resources. Jobs of
 * partitions with a higher tier come first. Without backfilling, this is first come, first served:
 * in each partition, no job starts before the jobs ahead of it.
 *
 * <p>Cost: a pass in which no waiting shape fits tests the shapes that can use the nodes freed
 * since the last pass. Others add O(waiting shapes) for each job started and each partition, a
 * search for each head and, in order of arrival, O(waiting shapes) for each job that starts; in
 * other orders they consider every job of the shapes that fit.
 */
public class NodeEasy implements SchedulingPolicy {
  private static final Machine NO_MACHINE = Machine.of(1, NodeClass.of(1, 0));

  private final Spec spec;
  private final QueueOrder order;
  private final HeadSelection reserved;
  private final boolean backfills;
  private final StartViews views = new StartViews();
  private final OrderedSlots candidates = new OrderedSlots();
  private final ShapeCandidates firsts = new ShapeCandidates();
  private final ShapeLevels levels = new ShapeLevels();
  private ClusterState state = new ClusterState(NO_MACHINE);
  private Placer placer = new ConsTres(NO_MACHINE);
  private FittingShapes fitting = new FittingShapes(placer);
  private QueueHeads heads = new QueueHeads(NO_MACHINE, placer);
  private EarliestStart earliest = new EarliestStart(placer, state.nodes().free());
  private int[] tiers = {};
  private int stateChanges;

  /** A policy with that spec. */
  public NodeEasy(Spec spec, QueueOrder order, HeadSelection reserved, boolean backfills) {
    this.spec = spec;
    this.order = order;
    this.reserved = reserved;
    this.backfills = backfills;
  }

  @Override
  public final Spec spec() {
    return spec;
  }

  @Override
  public final boolean usesExpectedRuntimes() {
    return order.expected();
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    Machine machine = adopted.nodes().machine();
    placer = new ConsTres(machine);
    fitting = new FittingShapes(placer);
    heads = new QueueHeads(machine, placer);
    earliest = new EarliestStart(placer, adopted.nodes().free());
    tiers = machine.tiers();
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    NodeEasy fork = new NodeEasy(spec, order, reserved, backfills);
    fork.adopt(forked);
    fork.fitting = fitting.copy(fork.placer);
    fork.stateChanges = stateChanges;
    return fork;
  }

  @Override
  public void submitted(int slot) {
    fitting.submitted(state.nodes().shapeId(slot));
  }

  @Override
  public void ended(int slot, boolean completed) {
    fitting.released(state.nodes().placement(slot));
  }

  @Override
  public final void changed(int slot) {
    fitting.reset();
  }

  @Override
  public final void pass(Dispatcher dispatcher) {
    Nodes nodes = state.nodes();
    if (state.waiting().isEmpty()) {
      return;
    }
    if (stateChanges != nodes.stateChanges()) {
      stateChanges = nodes.stateChanges();
      fitting.reset();
    }
    if (!fitting.refresh(nodes, nodes.free())) {
      return;
    }
    List<Hold> reservations = Hold.of(nodes.machine(), state.now());
    views.build(state, reservations);
    startHeads(dispatcher);
    if (backfills && fitting.refresh(nodes, nodes.free())) {
      backfill(dispatcher, reservations);
    }
  }

  /** The end of the next reservation of the machine, when waiting jobs may get its nodes. */
  @Override
  public final int nextTimer() {
    return state.waiting().isEmpty()
        ? NEVER
        : state.nodes().machine().nextReservationEnd(state.now());
  }

  /** Starts jobs in order until the first of each partition does not fit. */
  private void startHeads(Dispatcher dispatcher) {
    switch (reserved) {
      case NONE -> heads.begin(state.nodes());
      case ARRIVAL -> heads.startInArrivalOrder(state, fitting, views, dispatcher);
      case ORDER -> {
        heads.begin(state.nodes());
        for (int tier : tiers) {
          pile(tier);
          while (candidates.size() > 0 && heads.anyOpen()) {
            heads.offer(state, candidates.takeFirst(), fitting, views, dispatcher);
          }
        }
      }
    }
  }

  /** Fills the candidates with the waiting jobs of a tier. */
  private void pile(int tier) {
    Nodes nodes = state.nodes();
    WaitingQueue waiting = state.waiting();
    candidates.clear();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (tiers.length == 1 || nodes.shape(slot).tier() == tier) {
        candidates.add(slot);
      }
    }
    candidates.pile(state, order);
  }

  /** Fills the candidates with the jobs of a tier that may fit and are not heads. */
  private void pileFitting(int tier) {
    Nodes nodes = state.nodes();
    candidates.clear();
    for (int i = 0; i < nodes.waitingShapes(); i++) {
      int shape = nodes.waitingShape(i);
      if (levels.mayFit(shape) && nodes.shapes().get(shape).tier() == tier) {
        StartViews own = views.of(nodes.shapes().get(shape));
        addFitting(nodes.waiting(shape), own.longest(levels.highest(shape)));
      }
    }
    candidates.pile(state, order);
  }

  private void addFitting(WaitingQueue queue, int longest) {
    int place = queue.fitting(queue.firstPlace(), 1, longest, 0);
    int slot = queue.slotAt(place);
    while (slot != ClusterState.NONE) {
      if (!heads.isHead(slot)) {
        candidates.add(slot);
      }
      place = queue.fitting(place + 1, 1, longest, 0);
      slot = queue.slotAt(place);
    }
  }

  /**
   * Starts jobs that do not delay the heads.
   *
   * @param reservations those of the machine
   */
  protected void backfill(Dispatcher dispatcher, List<Hold> reservations) {
    List<Hold> holds = new ArrayList<>(reservations);
    reserve(holds);
    views.build(state, holds);
    if (order.isArrival()) {
      firsts.begin(state, fitting, heads, placer, views);
      for (int slot = firsts.next(); slot != ClusterState.NONE; slot = firsts.next()) {
        if (!start(slot, dispatcher)) {
          firsts.doesNotFit();
        } else {
          firsts.started();
        }
      }
      return;
    }
    levels.begin(state.nodes(), fitting, placer, views);
    for (int tier : tiers) {
      pileFitting(tier);
      while (candidates.size() > 0) {
        int slot = candidates.takeFirst();
        int shape = state.nodes().shapeId(slot);
        StartViews own = views.of(state.nodes().shapes().get(shape));
        int level = own.level(state.estimate(slot));
        if (levels.mayFit(shape, level) && !start(slot, dispatcher)) {
          levels.doesNotFit(shape, level);
        }
      }
    }
  }

  /** Adds a reservation for each head that can start some time. */
  protected final void reserve(List<Hold> holds) {
    for (int i = 0; i < heads.count(); i++) {
      int head = heads.head(i);
      Shape shape = state.nodes().shape(head);
      if (earliest.find(state, head, Hold.besides(holds, shape.reservation()))
          && shape.mayStartAt(earliest.start())) {
        holds.add(Hold.of(earliest.placement(), earliest.start(), state.estimate(head)));
        reserved(head, earliest.placement());
      }
    }
  }

  /** Records that a head has a reservation. */
  protected void reserved(int head, Placement placement) {}

  /** Starts the job if it fits beside everything that is held. */
  private boolean start(int slot, Dispatcher dispatcher) {
    int seconds = state.estimate(slot);
    Shape shape = state.nodes().shape(slot);
    StartViews own = views.of(shape);
    Placement placement = placer.place(shape, own.view(own.level(seconds)));
    if (placement == null) {
      return false;
    }
    views.start(placement, seconds);
    dispatcher.start(slot, placement);
    return true;
  }

  /** The adopted state. */
  protected final ClusterState state() {
    return state;
  }

  /** The rules by which jobs get their nodes. */
  protected final Placer placer() {
    return placer;
  }

  /** The shapes that may fit now. */
  protected final FittingShapes fitting() {
    return fitting;
  }

  /** What jobs can use beside the reservations of the machine, in {@link #backfill}. */
  protected final StartViews views() {
    return views;
  }

  /** Whether the job is the first of a partition that does not fit. */
  protected final boolean isHead(int slot) {
    return heads.isHead(slot);
  }
}
