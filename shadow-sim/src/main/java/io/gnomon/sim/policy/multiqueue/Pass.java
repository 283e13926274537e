package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;

/**
 * The passes of multiple-queue backfilling, and what one leaves for the next.
 *
 * <p>Cost: while nothing but single arrivals happens and no job's expected end passes, a pass tests
 * the new job against the profiles of the last one. Jobs that start before any reservation is made
 * need no profiles, and neither does a pass in which no waiting job is narrow enough for what is
 * free. Any other pass builds the profiles in O(running jobs × partitions) and searches the queue
 * with {@link WaitingQueue#nextFitting}.
 */
final class Pass {
  private final Ownership ownership;
  private final PartitionQueues queues;
  private final Reservations reservations;
  private final PartitionProfiles profiles;
  private final int partitions;
  private ClusterState state;

  private boolean dispatching;
  private boolean profiled;
  private boolean settled;
  private int settledFree;
  private int firstNew;
  private int newJobs;

  Pass(ClusterState state, Ownership ownership, PartitionQueues queues, Reservations reservations) {
    this(state, ownership, queues, reservations, new PartitionProfiles(ownership.idle().length));
  }

  private Pass(
      ClusterState state,
      Ownership ownership,
      PartitionQueues queues,
      Reservations reservations,
      PartitionProfiles profiles) {
    this.state = state;
    this.ownership = ownership;
    this.queues = queues;
    this.reservations = reservations;
    this.profiles = profiles;
    this.partitions = ownership.idle().length;
  }

  Pass copy(
      ClusterState forked,
      Ownership forkedOwnership,
      PartitionQueues forkedQueues,
      Reservations forkedReservations) {
    Pass copy =
        new Pass(forked, forkedOwnership, forkedQueues, forkedReservations, profiles.copy());
    copy.settled = settled;
    copy.settledFree = settledFree;
    copy.firstNew = firstNew;
    copy.newJobs = newJobs;
    return copy;
  }

  void adopt(ClusterState adopted) {
    state = adopted;
    settled = false;
    newJobs = 0;
  }

  /** Something has happened that the profiles do not show. */
  void unsettle() {
    settled = false;
  }

  void arrived(int slot) {
    if (newJobs++ == 0) {
      firstNew = slot;
    }
  }

  /** Whether a pass is under way, so that a start is its own. */
  boolean dispatches() {
    return dispatching;
  }

  void run(Dispatcher dispatcher) {
    dispatching = true;
    boolean holds =
        settled
            && state.now() < profiles.firstChange()
            && state.freeProcessors() == settledFree
            && newJobs <= 1;
    if (!holds) {
      full(dispatcher);
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
    profiled = true;
    if (!reservations.hasPivot(queues.partition(slot), queues)) {
      serve(dispatcher, slot);
    } else if (state.width(slot) <= state.freeProcessors() && spareFor(slot) >= state.width(slot)) {
      start(dispatcher, slot);
    }
  }

  private void full(Dispatcher dispatcher) {
    settled = false;
    profiled = false;
    if (state.waiting().isEmpty()) {
      return;
    }
    ownership.settle(state);
    if (nothingFits()) {
      choosePivots(reservations);
      return;
    }
    servePivots(dispatcher);
    if (profiled) {
      backfill(dispatcher);
    }
  }

  private boolean nothingFits() {
    WaitingQueue waiting = state.waiting();
    int free = state.freeProcessors();
    int first = waiting.first();
    return state.width(first) > free
        && waiting.nextFitting(first, free, ClusterState.LAST, free) == ClusterState.NONE;
  }

  private void servePivots(Dispatcher dispatcher) {
    int served = 0;
    for (int left = reservations.size(); left > 0; left--) {
      int slot = reservations.slot(served);
      int job = reservations.job(served);
      reservations.remove(served);
      if (startOrReserve(dispatcher, slot)) {
        continue;
      }
      reservations.insert(served++, slot, job);
    }
    for (int slot = newPivot(reservations); slot >= 0; slot = newPivot(reservations)) {
      serve(dispatcher, slot);
    }
  }

  private void serve(Dispatcher dispatcher, int newPivot) {
    if (!startOrReserve(dispatcher, newPivot)) {
      reservations.add(newPivot, state.job(newPivot));
    }
  }

  /** Makes pivots for the partitions that have none. */
  void choosePivots(Reservations held) {
    for (int slot = newPivot(held); slot >= 0; slot = newPivot(held)) {
      held.add(slot, state.job(slot));
    }
  }

  /** The job that arrived first among the first jobs of the partitions without a pivot, or NONE. */
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

  private boolean startOrReserve(Dispatcher dispatcher, int slot) {
    int width = state.width(slot);
    if (!profiled) {
      if (width <= state.freeProcessors()) {
        // nothing is reserved, so what is idle now stays free for ever
        begin(dispatcher, slot, ownership.shareIdle(queues.partition(slot), width));
        return true;
      }
      buildProfiles();
    }
    int step = profiles.earliest(width, remaining(slot));
    if (step == 0) {
      start(dispatcher, slot);
      return true;
    }
    if (step > 0) { // else it is wider than what is left of the machine, and hinders nobody
      profiles.reserve(step, remaining(slot), queues.partition(slot), width);
    }
    return false;
  }

  private void buildProfiles() {
    int next = state.now() + 1;
    profiles.begin(state.now(), ownership.idle());
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      int slot = running.slot(i);
      int end = Math.max(running.end(i), next);
      profiles.release(end, ownership.owner(slot), running.processors(i));
    }
    profiled = true;
    settled = true;
  }

  private void backfill(Dispatcher dispatcher) {
    WaitingQueue waiting = state.waiting();
    int most = Math.min(state.freeProcessors(), profiles.mostSpare());
    int slot = most > 0 ? waiting.first() : ClusterState.NONE;
    while (slot != ClusterState.NONE) {
      if (!reservations.holds(slot) && spareFor(slot) >= state.width(slot)) {
        start(dispatcher, slot);
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
    // a borrowed processor has a new owner, on which the reservations have not counted
    settled &= shares[p] == state.width(slot);
    begin(dispatcher, slot, shares);
  }

  private void begin(Dispatcher dispatcher, int slot, int[] shares) {
    int p = queues.partition(slot);
    ownership.started(slot, p, shares);
    queues.remove(slot);
    state.setPartition(slot, p);
    dispatcher.start(slot);
  }
}
