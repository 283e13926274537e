package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;

/**
 * Multiple-queue backfilling (lawson2005, Figure 2).
 *
 * <p>Each partition owns processors; the first job of its queue is its pivot and has a reservation.
 * Pivots, in the order in which they became pivots, reserve the earliest start at which their own
 * partition, and what the others can spare for the whole of their window, hold them. Any other job
 * starts, in arrival order, if what all partitions can give from now until its expected end covers
 * it. A borrowed processor changes its owner at the start. With one partition this is EASY.
 *
 * <p>Jobs move to other partitions when the criteria change; a pivot keeps its reservation then,
 * and is its new partition's pivot if it is the first to come there (appendix A.2).
 *
 * <p>Cost: while nothing but arrivals happens and no job's expected end passes, a pass tests the
 * new jobs against the profiles of the last full pass. A full pass rebuilds the profiles in
 * O(running jobs × partitions) and searches the queue with {@link WaitingQueue#nextFitting}.
 */
public final class MultiQueue implements SchedulingPolicy {
  private final PolicySpec spec;
  private final WeeklyCriteria weekly;
  private final Ownership ownership;
  private final PartitionQueues queues;
  private final Reservations reservations;
  private final PartitionProfiles profiles;
  private final int partitions;
  private ClusterState state;

  private boolean settled;
  private boolean reordered;
  private boolean dispatching;
  private int settledFree;
  private int firstNew;
  private int newJobs;

  MultiQueue(PolicySpec spec, WeeklyCriteria weekly) {
    partitions = weekly.criteria().partitions();
    this.spec = spec;
    this.weekly = weekly;
    ownership = new Ownership(partitions);
    queues = new PartitionQueues(partitions);
    reservations = new Reservations();
    profiles = new PartitionProfiles(partitions);
    state = new ClusterState(1);
  }

  private MultiQueue(MultiQueue from, WeeklyCriteria weekly, ClusterState forked) {
    spec = from.spec;
    this.weekly = weekly;
    ownership = from.ownership.copy();
    queues = from.queues.copy();
    reservations = from.reservations.copy();
    profiles = from.profiles.copy();
    partitions = from.partitions;
    state = forked;
    settled = from.settled;
    reordered = from.reordered;
    settledFree = from.settledFree;
    firstNew = from.firstNew;
    newJobs = from.newJobs;
  }

  @Override
  public PolicySpec spec() {
    return spec;
  }

  /** The criteria in force at the last event. */
  public Criteria criteria() {
    return weekly.criteria();
  }

  /**
   * The criteria that this cluster would have with another number of partitions: where its week has
   * just turned, the quantiles of the week before, else even ranges up to the same top (appendix
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
   * Takes over from the policy in force. From a multi-queue it takes the pivots, the completions of
   * this week, where its spec names no boundaries the criteria too, redivided for its partitions,
   * and where the partitions stay, who owns which processor.
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
    if (reservations.size() == 0) {
      from.addPivotsTo(reservations); // it followed a live cluster and has made none itself
    }
    takeQueues();
  }

  private void addPivotsTo(Reservations others) {
    if (reordered) {
      queues.rebuild(state, weekly.criteria());
      reordered = false;
      settled = false;
    }
    for (int slot = newPivot(others); slot != ClusterState.NONE; slot = newPivot(others)) {
      others.add(slot, state.job(slot));
    }
  }

  private void takeQueues() {
    reordered = true;
    settled = false;
    newJobs = 0;
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new MultiQueue(this, weekly.copy(), forked);
  }

  @Override
  public int[] memory() {
    return MultiQueueMemory.write(state, weekly, ownership, reservations);
  }

  @Override
  public void recall(int[] memory) {
    reservations.clear();
    MultiQueueMemory.read(memory, state, weekly, ownership, reservations);
    takeQueues();
  }

  @Override
  public void submitted(int slot) {
    advance();
    reordered |= state.waiting().last() != slot;
    if (!reordered) {
      queues.add(slot, weekly.criteria().partition(state.estimate(slot)));
    }
    if (newJobs++ == 0) {
      firstNew = slot;
    }
  }

  @Override
  public void started(int slot) {
    if (dispatching) {
      return;
    }
    // another decided, as in a live cluster that this policy only follows
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
    settled = false;
  }

  @Override
  public void changed(int slot) {
    reordered = true;
    settled = false;
  }

  private void advance() {
    if (weekly.advanceTo(state.now())) {
      reordered = true;
      settled = false;
    }
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    advance();
    if (reordered) {
      queues.rebuild(state, weekly.criteria());
      reservations.retain(queues, state);
      reordered = false;
    }
    dispatching = true;
    boolean valid =
        settled
            && state.now() < profiles.firstChange()
            && state.freeProcessors() == settledFree
            && newJobs <= 1;
    if (!valid) {
      fullPass(dispatcher);
    } else if (newJobs == 1) {
      tryArrival(dispatcher, firstNew);
    }
    dispatching = false;
    newJobs = 0;
    settledFree = state.freeProcessors();
  }

  /** The one new job; older jobs were refused and have less time now. */
  private void tryArrival(Dispatcher dispatcher, int slot) {
    profiles.moveTo(state.now());
    if (reservations.hasPivot(queues.partition(slot), queues)) {
      if (spareFor(slot) < state.width(slot)) {
        return;
      }
      start(dispatcher, slot);
    } else if (!reserveOrStart(dispatcher, slot)) {
      reservations.add(slot, state.job(slot));
    }
    profiles.sumSpare();
  }

  private void fullPass(Dispatcher dispatcher) {
    settled = true;
    ownership.settle(state);
    buildProfiles();
    servePivots(dispatcher);
    profiles.sumSpare();
    backfill(dispatcher);
  }

  private void buildProfiles() {
    int next = state.now() + 1;
    profiles.begin(state.now(), ownership.idle());
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      int slot = running.slot(i);
      int end = Math.max(running.end(i), next);
      profiles.release(end, ownership.owner(slot), state.heldProcessors(slot));
    }
  }

  private void servePivots(Dispatcher dispatcher) {
    for (int i = 0; i < reservations.size(); ) {
      int slot = reservations.slot(i);
      if (reserveOrStart(dispatcher, slot)) {
        reservations.remove(i);
      } else {
        i++;
      }
    }
    for (int slot = newPivot(reservations);
        slot != ClusterState.NONE;
        slot = newPivot(reservations)) {
      if (!reserveOrStart(dispatcher, slot)) {
        reservations.add(slot, state.job(slot));
      }
    }
  }

  /** The job that arrived first among the first jobs of the partitions without a pivot. */
  private int newPivot(Reservations held) {
    int earliest = ClusterState.NONE;
    for (int p = 0; p < partitions; p++) {
      int slot = queues.first(p);
      if (slot != ClusterState.NONE
          && !held.hasPivot(p, queues)
          && (earliest == ClusterState.NONE || state.job(slot) < state.job(earliest))) {
        earliest = slot;
      }
    }
    return earliest;
  }

  private boolean reserveOrStart(Dispatcher dispatcher, int slot) {
    int step = profiles.earliest(state.width(slot), remaining(slot));
    if (step == 0) {
      start(dispatcher, slot);
      return true;
    }
    if (step > 0) { // else it is wider than what is left of the machine, and hinders nobody
      profiles.reserve(step, remaining(slot), queues.partition(slot), state.width(slot));
    }
    return false;
  }

  private void backfill(Dispatcher dispatcher) {
    WaitingQueue waiting = state.waiting();
    int most = profiles.mostSpare();
    int slot = most > 0 ? waiting.first() : ClusterState.NONE;
    while (slot != ClusterState.NONE) {
      if (!reservations.holds(slot) && spareFor(slot) >= state.width(slot)) {
        start(dispatcher, slot);
        profiles.sumSpare();
        most = profiles.mostSpare();
      }
      slot =
          waiting.nextFitting(
              slot, most, profiles.leastSpareFrom() - state.now(), profiles.leastSpare());
    }
  }

  private int spareFor(int slot) {
    return profiles.spareUntil(state.now() + remaining(slot));
  }

  private int remaining(int slot) {
    return Math.max(1, state.estimate(slot) - state.servedSeconds(slot));
  }

  private void start(Dispatcher dispatcher, int slot) {
    int p = queues.partition(slot);
    int[] shares = profiles.start(remaining(slot), p, state.width(slot));
    ownership.started(slot, p, shares);
    // a borrowed processor has a new owner, on which the reservations have not counted
    settled &= shares[p] == state.width(slot);
    queues.remove(slot);
    state.setPartition(slot, p);
    dispatcher.start(slot);
  }
}
