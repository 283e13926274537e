package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.order.HeadSelection;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.order.QueueOrder;
import java.util.List;

/**
 * EASY backfilling on nodes. The first job of each partition that does not fit has a reservation:
 * the earliest time at which it can start, and what it will hold on which nodes. Another job may
 * start if it leaves all of that free, by ending before or by using other resources. Jobs of
 * partitions with a higher tier come first.
 *
 * <p>Cost: a pass in which no waiting shape fits tests the shapes that can use the nodes freed
 * since the last pass. Others add a search for each head and, in order of arrival, O(waiting
 * shapes) for each job that starts; in other orders they consider every job of the shapes that fit.
 */
public final class NodeEasy extends NodePolicy {
  private final QueueOrder order;
  private final HeadSelection reserved;
  private final StartViews views = new StartViews();
  private final OrderedSlots candidates = new OrderedSlots();
  private final ShapeCandidates firsts = new ShapeCandidates();
  private final ShapeLevels levels = new ShapeLevels();
  private EarliestStart earliest;
  private int[] tiers = {};

  /** A policy with that spec. */
  public NodeEasy(PolicySpec spec, QueueOrder order, HeadSelection reserved) {
    super(spec);
    this.order = order;
    this.reserved = reserved;
    this.earliest = new EarliestStart(placer(), state().nodes().free());
  }

  @Override
  public boolean usesExpectedRuntimes() {
    return order.expected();
  }

  @Override
  public void adopt(ClusterState adopted) {
    super.adopt(adopted);
    earliest = new EarliestStart(placer(), adopted.nodes().free());
    tiers = adopted.nodes().machine().tiers();
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    NodeEasy fork = new NodeEasy(spec(), order, reserved);
    fork.copyFrom(this, forked);
    return fork;
  }

  @Override
  protected void pass(Dispatcher dispatcher, List<Hold> holds) {
    views.build(state(), holds);
    startHeads(dispatcher);
    if (fitting().refresh(state().nodes(), state().nodes().free())) {
      for (int i = 0; i < heads().count(); i++) {
        int head = heads().head(i);
        Shape shape = state().nodes().shape(head);
        if (earliest.find(state(), head, Hold.besides(holds, shape.reservation()))
            && shape.mayStartAt(earliest.start())) {
          holds.add(Hold.of(earliest.placement(), earliest.start(), state().estimate(head)));
        }
      }
      views.build(state(), holds);
      backfill(dispatcher);
    }
  }

  /** Starts jobs in order until the first of each partition does not fit. */
  private void startHeads(Dispatcher dispatcher) {
    switch (reserved) {
      case NONE -> heads().begin(state().nodes());
      case ARRIVAL -> heads().startInArrivalOrder(state(), fitting(), views, dispatcher);
      case ORDER -> {
        heads().begin(state().nodes());
        for (int tier : tiers) {
          pile(tier);
          while (candidates.size() > 0 && heads().anyOpen()) {
            heads().offer(state(), candidates.takeFirst(), fitting(), views, dispatcher);
          }
        }
      }
    }
  }

  /** Fills the candidates with the waiting jobs of a tier. */
  private void pile(int tier) {
    Nodes nodes = state().nodes();
    WaitingQueue waiting = state().waiting();
    candidates.clear();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (tiers.length == 1 || nodes.shape(slot).tier() == tier) {
        candidates.add(slot);
      }
    }
    candidates.pile(state(), order);
  }

  /** Fills the candidates with the jobs of a tier that may fit and are not heads. */
  private void pileFitting(int tier) {
    Nodes nodes = state().nodes();
    candidates.clear();
    for (int i = 0; i < nodes.waitingShapes(); i++) {
      int shape = nodes.waitingShape(i);
      if (levels.mayFit(shape) && nodes.shapes().get(shape).tier() == tier) {
        StartViews own = views.of(nodes.shapes().get(shape));
        addFitting(nodes.waiting(shape), own.longest(levels.highest(shape)));
      }
    }
    candidates.pile(state(), order);
  }

  private void addFitting(WaitingQueue queue, int longest) {
    int place = queue.fitting(queue.firstPlace(), 1, longest, 0);
    int slot = queue.slotAt(place);
    while (slot != ClusterState.NONE) {
      if (!heads().isHead(slot)) {
        candidates.add(slot);
      }
      place = queue.fitting(place + 1, 1, longest, 0);
      slot = queue.slotAt(place);
    }
  }

  private void backfill(Dispatcher dispatcher) {
    if (order.isArrival()) {
      firsts.begin(state(), fitting(), heads(), placer(), views);
      for (int slot = firsts.next(); slot != ClusterState.NONE; slot = firsts.next()) {
        if (!start(slot, dispatcher)) {
          firsts.doesNotFit();
        } else {
          firsts.started();
        }
      }
      return;
    }
    levels.begin(state().nodes(), fitting(), placer(), views);
    for (int tier : tiers) {
      pileFitting(tier);
      while (candidates.size() > 0) {
        int slot = candidates.takeFirst();
        int shape = state().nodes().shapeId(slot);
        StartViews own = views.of(state().nodes().shapes().get(shape));
        int level = own.level(state().estimate(slot));
        if (levels.mayFit(shape, level) && !start(slot, dispatcher)) {
          levels.doesNotFit(shape, level);
        }
      }
    }
  }

  /** Starts the job if it fits beside everything that is held. */
  private boolean start(int slot, Dispatcher dispatcher) {
    int seconds = state().estimate(slot);
    Shape shape = state().nodes().shape(slot);
    StartViews own = views.of(shape);
    Placement placement = placer().place(shape, own.view(own.level(seconds)));
    if (placement == null) {
      return false;
    }
    views.start(placement, seconds);
    dispatcher.start(slot, placement);
    return true;
  }
}
