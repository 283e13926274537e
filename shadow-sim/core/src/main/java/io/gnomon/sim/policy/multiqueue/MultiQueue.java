package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.spec.Spec;

/**
 * Multiple-queue backfilling (lawson2005, Figure 2).
 *
 * <p>Each partition owns processors. The first job of its queue is its pivot and has a reservation.
 * Pivots reserve in the order in which they became pivots: each gets the earliest start at which
 * the processors of its own partition, plus those that the others can spare for the whole window,
 * suffice. Any other job starts, in arrival order, if the processors that all partitions can give
 * from now until its expected end suffice. A borrowed processor changes its owner at the start.
 * With one partition this is EASY.
 *
 * <p>When the criteria change, jobs move to other partitions. A pivot then keeps its reservation,
 * and is the pivot of its new partition if it is the first to move there (appendix A.2).
 *
 * <p>On a cluster of nodes the same rules count CPUs, and a job also needs a placement: see {@link
 * NodePass}. {@link PoolPass} describes the cost of a pass on a pool of processors.
 */
public final class MultiQueue implements SchedulingPolicy {
  private final Spec spec;
  private final WeeklyCriteria weekly;
  private final Ownership ownership;
  private final PartitionQueues queues;
  private final PivotReservations reservations;
  private final Pass pass;
  private final int partitions;
  private ClusterState state;
  private boolean reordered;
  private boolean dispatching;

  MultiQueue(Spec spec, WeeklyCriteria weekly, Pass.Kind kind) {
    this.spec = spec;
    this.weekly = weekly;
    partitions = weekly.criteria().partitions();
    ownership = new Ownership(partitions);
    queues = new PartitionQueues(partitions);
    reservations = new PivotReservations();
    state = new ClusterState(1);
    pass = kind.of(ownership, queues, reservations);
  }

  private MultiQueue(MultiQueue from, ClusterState forked) {
    spec = from.spec;
    weekly = from.weekly.copy();
    partitions = from.partitions;
    ownership = from.ownership.copy();
    queues = from.queues.copy();
    reservations = from.reservations.copy();
    state = forked;
    pass = from.pass.copy(forked, ownership, queues, reservations);
    reordered = from.reordered;
  }

  @Override
  public Spec spec() {
    return spec;
  }

  /** The criteria at the last event. */
  public Criteria criteria() {
    return weekly.criteria();
  }

  /**
   * The criteria that this cluster would have with another number of partitions: at the beginning
   * of a week the quantiles of the week before, otherwise equal ranges up to the same top (appendix
   * A.1).
   */
  public Criteria criteriaFor(int otherPartitions) {
    return weekly.criteriaFor(otherPartitions, state.now());
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    weekly.advanceTo(state.now());
    ownership.adopt(state, weekly.criteria(), true);
    takeQueues();
  }

  /**
   * Takes over from the policy in force. From another multi-queue policy it takes the pivots and
   * the completions of this week; the criteria, redivided for its partitions, if its spec gives no
   * boundaries; and the ownership of processors if the number of partitions is the same.
   */
  @Override
  public void succeed(SchedulingPolicy predecessor, ClusterState adopted) {
    if (!(predecessor instanceof MultiQueue from)) {
      adopt(adopted);
      return;
    }
    state = adopted;
    boolean samePartitions = from.partitions == partitions;
    Criteria criteria = weekly.criteria();
    if (!spec.parameters().containsKey(MultiQueueFamily.BOUNDARIES.name())) {
      criteria = from.weekly.criteriaFor(partitions, state.now());
    }
    weekly.succeed(criteria, from.weekly);
    weekly.advanceTo(state.now());
    if (samePartitions) {
      ownership.takeOver(from.ownership);
    } else {
      ownership.adopt(state, weekly.criteria(), false);
    }
    reservations.takeOver(from.reservations);
    reservations.removeDeparted(state);
    if (reservations.size() == 0) {
      from.addPivotsTo(reservations); // it mirrored a live cluster and made no reservations itself
    }
    takeQueues();
  }

  private void addPivotsTo(PivotReservations others) {
    if (reordered) {
      queues.rebuild(state, weekly.criteria());
      reordered = false;
      pass.invalidate();
    }
    pass.choosePivots(others);
  }

  private void takeQueues() {
    reordered = true;
    pass.adopt(state);
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new MultiQueue(this, forked);
  }

  /** Jobs that are not in the state are ignored. */
  @Override
  public void fields(Fields fields) {
    weekly.fields(fields, state.now());
    ownership.fields(fields, state);
    reservations.fields(fields, state);
    if (fields.reading()) {
      takeQueues();
    }
  }

  @Override
  public void submitted(int slot) {
    advance();
    reordered |= state.waiting().last() != slot;
    if (!reordered) {
      queues.add(slot, weekly.criteria().partition(state.estimate(slot)));
    }
    pass.arrived(slot);
  }

  @Override
  public void started(int slot) {
    if (dispatching) {
      return;
    }
    // decided by another scheduler, as in a live cluster that this policy mirrors
    int p = weekly.criteria().partition(state.estimate(slot));
    ownership.started(slot, p, state.heldProcessors(slot));
    changed(slot);
  }

  @Override
  public void ended(int slot, boolean completed) {
    advance();
    if (completed) {
      weekly.completed(state.estimate(slot));
    }
    ownership.ended(slot, state.heldProcessors(slot));
    pass.ended(slot, ownership.owner(slot));
  }

  @Override
  public void changed(int slot) {
    reordered = true;
    pass.invalidate();
  }

  private void advance() {
    if (weekly.advanceTo(state.now())) {
      reordered = true;
      pass.invalidate();
    }
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    advance();
    if (reordered) {
      queues.rebuild(state, weekly.criteria());
      reservations.retain(queues, state);
      pass.invalidate();
      reordered = false;
    }
    dispatching = true;
    pass.run(dispatcher);
    dispatching = false;
  }

  @Override
  public int nextTimer() {
    return pass.nextTimer();
  }
}
