package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.EarliestStart;
import io.gnomon.sim.policy.nodes.Hold;
import io.gnomon.sim.policy.nodes.NodePolicy;
import io.gnomon.sim.policy.nodes.StartViews;
import io.gnomon.sim.snapshot.Snapshot;
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
final class NodeProbabilistic extends NodePolicy {
  private final DelayTest test;
  private final ExpectedReleases events = new ExpectedReleases();
  private final StartViews open = new StartViews(); // beside reservations of the machine
  private final StartViews beside = new StartViews(); // beside those and the heads
  private final List<Hold> holds = new ArrayList<>();
  private final List<NodeHead> heads = new ArrayList<>(); // those with a reservation come first
  private RuntimeModels models;
  private EarliestStart earliest;
  private int reserved; // heads with a reservation
  private boolean delaysHold; // the delays of the heads are those of the current state
  private boolean anyPrediction;

  NodeProbabilistic(PolicySpec spec, DelayTest test) {
    super(spec);
    this.test = test;
    models = test.models();
    earliest = new EarliestStart(placer(), state().nodes().free());
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
    earliest = new EarliestStart(placer(), adopted.nodes().free());
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
  protected void pass(Dispatcher dispatcher, List<Hold> reservations) {
    open.build(state(), reservations);
    heads().startInArrivalOrder(state(), fitting(), open, dispatcher);
    if (!fitting().refresh(state().nodes(), state().nodes().free())) {
      return;
    }
    findPredictions();
    reserve(reservations);
    for (int tier : state().nodes().machine().tiers()) {
      backfill(tier, dispatcher, reservations);
    }
  }

  private void findPredictions() {
    anyPrediction = false;
    RunningSet running = state().running();
    for (int i = 0; i < running.size() && !anyPrediction; i++) {
      anyPrediction = models.known(running.slot(i));
    }
  }

  /** Reserves for the heads as EASY does. */
  private void reserve(List<Hold> reservations) {
    holds.clear();
    holds.addAll(reservations);
    reserved = 0;
    for (int i = 0; i < heads().count(); i++) {
      int slot = heads().head(i);
      Shape shape = state().nodes().shape(slot);
      if (earliest.find(state(), slot, Hold.besides(holds, shape.reservation()))
          && shape.mayStartAt(earliest.start())) {
        holds.add(Hold.of(earliest.placement(), earliest.start(), state().estimate(slot)));
        if (reserved == heads.size()) {
          heads.add(new NodeHead(events, placer(), state().nodes().free()));
        }
        heads.get(reserved++).reserve(slot, earliest.placement().partition());
      }
    }
    beside.build(state(), holds);
    delaysHold = false;
  }

  private void backfill(int tier, Dispatcher dispatcher, List<Hold> reservations) {
    WaitingQueue waiting = state().waiting();
    int next;
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = next) {
      next = waiting.next(slot);
      Shape shape = state().nodes().shape(slot);
      if (shape.tier() == tier && fitting().mayFit(shape.id()) && !heads().isHead(slot)) {
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
      StartViews besideReservations = open.of(shape);
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
    open.start(placement, seconds);
    beside.start(placement, seconds);
    dispatcher.start(slot, placement);
    delaysHold = false;
    anyPrediction |= models.known(slot);
    if (!fitsBeside) {
      reserve(reservations);
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
