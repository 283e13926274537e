package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.Hold;
import io.gnomon.sim.policy.nodes.NodeEasy;
import io.gnomon.sim.policy.nodes.StartViews;
import io.gnomon.sim.policy.order.HeadSelection;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.List;

/**
 * Probabilistic backfilling on nodes. The first job of each partition that does not fit is a head.
 * Another job may start if, for each head, the probability that it delays that head is below the
 * threshold; see {@link NodeHead}. It gets nodes beside the reservations that the heads have in
 * EASY if it fits there, else any. Jobs of partitions with a higher tier come first.
 *
 * <p>If none of the jobs has a prediction, the test is identical to EASY's.
 *
 * <p>Cost: as for EASY, in a queue that is considered job by job, plus O(nodes of running jobs) for
 * each head and each different placement of candidates, and {@link HeadDelay} for each point of
 * time that a decision needs.
 */
final class NodeProbabilistic extends NodeEasy {
  private final DelayTest test;
  private final ExpectedReleases events = new ExpectedReleases();
  private final StartViews beside = new StartViews(); // beside those and the heads
  private final List<NodeHead> heads = new ArrayList<>(); // those with a reservation come first
  private RuntimeModels models;
  private int reserved; // heads with a reservation
  private boolean delaysHold; // the delays of the heads are those of the current state
  private boolean anyPrediction;

  NodeProbabilistic(Spec spec, DelayTest test) {
    super(spec, QueueOrder.of(spec), HeadSelection.ARRIVAL, true);
    this.test = test;
    models = test.models();
  }

  @Override
  public void adopt(ClusterState adopted) {
    use(adopted, test.models());
    adopted.forEachActive(slot -> models.arrived(adopted, slot));
  }

  @Override
  public void succeed(SchedulingPolicy predecessor, ClusterState next) {
    if (predecessor instanceof NodeProbabilistic before
        && DelayTest.sharePredictor(before.spec(), spec())) {
      use(next, before.models.copy());
    } else {
      adopt(next);
    }
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    NodeProbabilistic fork = new NodeProbabilistic(spec(), test);
    fork.use(forked, models.copy());
    return fork;
  }

  private void use(ClusterState adopted, RuntimeModels predictions) {
    super.adopt(adopted);
    models = predictions;
    heads.clear();
  }

  @Override
  public void submitted(int slot) {
    super.submitted(slot);
    models.arrived(state(), slot);
  }

  @Override
  public void ended(int slot, boolean completed) {
    super.ended(slot, completed);
    if (completed) {
      models.completed(state(), slot);
    }
  }

  @Override
  public Snapshot snapshot() {
    return models.snapshot(state());
  }

  @Override
  public void restore(Snapshot snapshot) {
    models.restore(state(), snapshot);
  }

  @Override
  protected void backfill(Dispatcher dispatcher, List<Hold> reservations) {
    anyPrediction = models.anyKnown(state().running());
    reserveBeside(reservations);
    for (int tier : state().nodes().machine().tiers()) {
      backfill(tier, dispatcher, reservations);
    }
  }

  /** Reserves for the heads as EASY does. */
  private void reserveBeside(List<Hold> reservations) {
    List<Hold> holds = new ArrayList<>(reservations);
    reserved = 0;
    reserve(holds);
    beside.build(state(), holds);
    delaysHold = false;
  }

  @Override
  protected void reserved(int head, Placement placement) {
    if (reserved == heads.size()) {
      heads.add(new NodeHead(events, placer(), state().nodes().free()));
    }
    heads.get(reserved++).reserve(head, placement.partition());
  }

  private void backfill(int tier, Dispatcher dispatcher, List<Hold> reservations) {
    WaitingQueue waiting = state().waiting();
    int next;
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = next) {
      next = waiting.next(slot);
      Shape shape = state().nodes().shape(slot);
      if (shape.tier() == tier && fitting().mayFit(shape.id()) && !isHead(slot)) {
        consider(slot, shape, dispatcher, reservations);
      }
    }
  }

  private void consider(int slot, Shape shape, Dispatcher dispatcher, List<Hold> reservations) {
    int seconds = state().estimate(slot);
    StartViews besideHeads = beside.of(shape);
    Placement placement = placer().place(shape, besideHeads.view(besideHeads.level(seconds)));
    boolean fitsBeside = placement != null;
    if (placement == null) {
      StartViews besideReservations = views().of(shape);
      placement = placer().place(shape, besideReservations.view(besideReservations.level(seconds)));
    }
    if (placement == null) {
      if (reservations.isEmpty()) {
        fitting().block(shape.id());
      }
      return;
    }
    if (!mayStart(slot, placement, fitsBeside)) {
      return;
    }
    views().start(placement, seconds);
    beside.start(placement, seconds);
    dispatcher.start(slot, placement);
    delaysHold = false;
    anyPrediction |= models.known(slot);
    if (!fitsBeside) {
      reserveBeside(reservations);
    }
  }

  private boolean mayStart(int slot, Placement placement, boolean fitsBeside) {
    if (!anyPrediction && !models.allows(slot, 0, state().estimate(slot))) {
      return fitsBeside;
    }
    if (!delaysHold) {
      events.fill(state(), models, Hold.of(state().nodes().machine(), state().now()));
      for (int i = 0; i < reserved; i++) {
        heads.get(i).update(state(), test);
      }
      delaysHold = true;
    }
    for (int i = 0; i < reserved; i++) {
      if (!heads.get(i).admits(state(), test, models, slot, placement, fitsBeside)) {
        return false;
      }
    }
    return true;
  }
}
