package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;

/**
 * The passes of multiple-queue backfilling on a pool of processors, with the state kept from one
 * pass to the next.
 *
 * <p>Pivots reserve one after the other, and each reservation leaves fewer processors for the
 * others. A pass therefore ends as soon as no waiting job can start beside the reservations made so
 * far, usually at the first one. Candidates are searched once, in arrival order: a rejected job
 * stays rejected for the rest of the pass.
 *
 * <p>Cost: a reservation scans the running jobs, see {@link StartSearch}, if its start has to be
 * searched; {@link PivotStarts} determines which starts are still valid. Jobs that start before the
 * first reservation need no search. As long as only single arrivals happen and no reserved start is
 * due, a pass tests just the new job against the reservations of the last pass.
 */
final class PoolPass implements Pass {
  private static final int NEVER = SchedulingPolicy.NEVER;
  private static final int UNKNOWN = ClusterState.NONE - 1;

  private final Ownership ownership;
  private final PartitionQueues queues;
  private final PivotReservations reservations;
  private final ReservedWindows windows;
  private final PivotStarts starts;
  private final StartSearch search;
  private ClusterState state;

  private boolean blocked; // a pivot cannot start, so that processors are reserved from now on
  private int validWindows; // windows of the last pass that are still valid
  private int confirmed; // valid windows whose pivots this pass has processed
  private boolean serving; // pivots are left to process
  private int served; // pivots processed in this pass that were not started
  private int candidate; // the first waiting job not yet rejected in this pass
  private boolean settled; // older jobs stay rejected until the next event
  private boolean complete; // every pivot has its reservation
  private int settledUntil;
  private int settledFree;
  private int firstNew;
  private int newJobs;

  PoolPass(Ownership ownership, PartitionQueues queues, PivotReservations reservations) {
    this(
        new ClusterState(1),
        ownership,
        queues,
        reservations,
        new ReservedWindows(ownership.idle()),
        new PivotStarts(ownership.idle().length));
  }

  private PoolPass(
      ClusterState state,
      Ownership ownership,
      PartitionQueues queues,
      PivotReservations reservations,
      ReservedWindows windows,
      PivotStarts starts) {
    this.state = state;
    this.ownership = ownership;
    this.queues = queues;
    this.reservations = reservations;
    this.windows = windows;
    this.starts = starts;
    search = new StartSearch(ownership, windows);
  }

  @Override
  public PoolPass copy(
      ClusterState forked,
      Ownership forkedOwnership,
      PartitionQueues forkedQueues,
      PivotReservations forkedReservations) {
    ReservedWindows forkedWindows = windows.copy(forkedOwnership.idle());
    PoolPass copy =
        new PoolPass(
            forked,
            forkedOwnership,
            forkedQueues,
            forkedReservations,
            forkedWindows,
            starts.copy());
    copy.blocked = blocked;
    copy.settled = settled;
    copy.complete = complete;
    copy.settledUntil = settledUntil;
    copy.settledFree = settledFree;
    copy.firstNew = firstNew;
    copy.newJobs = newJobs;
    return copy;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    newJobs = 0;
    invalidate();
  }

  @Override
  public void invalidate() {
    settled = false;
    starts.discardFrom(0);
  }

  @Override
  public void ended(int slot, int owner) {
    starts.ended(state.now(), state.expectedEnd(slot), owner, state.heldProcessors(slot));
    settled = false;
  }

  @Override
  public void arrived(int slot) {
    if (newJobs++ == 0) {
      firstNew = slot;
    }
  }

  @Override
  public void run(Dispatcher dispatcher) {
    if (hasToStart()) {
      // the only place that starts jobs, so that the JIT inlines all of it
      for (int slot = next(); slot != ClusterState.NONE; slot = next()) {
        start(dispatcher, slot);
      }
    }
    newJobs = 0;
    settledFree = state.freeProcessors();
  }

  /** Whether a job may be able to start. */
  private boolean hasToStart() {
    boolean holds =
        settled
            && state.now() < settledUntil
            && state.freeProcessors() == settledFree
            && newJobs <= 1;
    return holds ? newJobs == 1 && admits(firstNew) : begin(UNKNOWN);
  }

  /** Whether the only new job can start; older jobs were rejected and have less time now. */
  private boolean admits(int slot) {
    boolean pivot = (reservations.partitions(queues) >>> queues.partition(slot) & 1) == 0;
    if (!fits(slot)) {
      if (pivot) {
        reservations.add(slot, state.job(slot));
        complete = false;
      }
      return false;
    }
    candidate = slot;
    serving = false;
    return (!pivot && complete) || begin(slot);
  }

  /**
   * Begins a pass over pivots and queue.
   *
   * @param first no job can start before this time; UNKNOWN for any
   * @return whether a job may be able to start
   */
  private boolean begin(int first) {
    settled = false;
    if (state.waiting().isEmpty()) {
      return false;
    }
    if (ownership.settle(state)) {
      starts.discardFrom(0);
    }
    if (state.waiting().leastWidth() > state.freeProcessors()) {
      choosePivots(reservations);
      return false;
    }
    validWindows = 0;
    if (starts.allStand(windows.size(), state.now())) {
      validWindows = windows.size();
      windows.refresh();
    } else {
      windows.clear();
      starts.divide();
    }
    confirmed = 0;
    blocked = false;
    complete = true;
    candidate = first;
    serving = true;
    served = 0;
    return true;
  }

  /**
   * The next job to start: pivots first, then other jobs beside the reservations; NONE if there is
   * none.
   */
  private int next() {
    while (serving) {
      boolean isNew = served == reservations.size();
      int slot = isNew ? newPivot(reservations) : reservations.slot(served);
      if (slot == ClusterState.NONE) {
        serving = false;
      } else if (startsNow(slot)) {
        if (!isNew) {
          reservations.remove(served);
        }
        return slot;
      } else {
        if (isNew) {
          reservations.add(slot, state.job(slot));
        }
        served++;
        if (!serving) {
          choosePivots(reservations);
        }
      }
    }
    boolean another = blocked && anyFits();
    settledUntil = windows.firstStart();
    return another ? candidate : ClusterState.NONE;
  }

  @Override
  public void choosePivots(PivotReservations held) {
    for (int slot = newPivot(held); slot >= 0; slot = newPivot(held)) {
      held.add(slot, state.job(slot));
    }
  }

  /** The oldest of the first jobs of partitions without a pivot, or NONE. */
  private int newPivot(PivotReservations held) {
    long without = queues.occupied() & ~held.partitions(queues);
    int earliest = ClusterState.NONE;
    for (; without != 0; without &= without - 1) {
      int slot = queues.first(Long.numberOfTrailingZeros(without));
      if (earliest == ClusterState.NONE || state.job(slot) < state.job(earliest)) {
        earliest = slot;
      }
    }
    return earliest;
  }

  /**
   * Whether a pivot can start now; if not, its window is reserved if other jobs may be affected.
   */
  private boolean startsNow(int slot) {
    int width = state.width(slot);
    if (!blocked) {
      if (width <= state.freeProcessors()) {
        // nothing is reserved, so idle processors stay free
        starts.discardFrom(0);
        windows.clear();
        validWindows = 0;
        return true;
      }
      blocked = true;
      settled = true;
    }
    if (confirmed < validWindows && starts.isOf(confirmed, slot)) {
      confirmed++;
      return false;
    }
    int own = queues.partition(slot);
    int seconds = remaining(slot);
    int next = windows.size();
    if (starts.isOf(next, slot)
        && starts.stands(next, state.now())
        && search.reserveAgain(starts, width, seconds, own)) {
      return false;
    }
    if (fits(slot)) {
      starts.discardFrom(next);
      return true;
    }
    if (!anyFits()) {
      complete = false;
      serving = false; // no job can start beside more windows either
    } else if (search.earliest(state, width, seconds) != NEVER) {
      search.reserve(starts, slot, width, seconds, own);
    } // otherwise it is wider than the machine and blocks no job
    return false;
  }

  /** Whether a job can start beside the reservations; the first such job becomes the candidate. */
  private boolean anyFits() {
    if (candidate == UNKNOWN) {
      candidate = nextCandidate(state.waiting().firstPlace());
    }
    while (candidate != ClusterState.NONE && !(queues.holds(candidate) && fits(candidate))) {
      candidate = nextCandidate(state.waiting().place(candidate) + 1);
    }
    return candidate != ClusterState.NONE;
  }

  /** The first job at or after a place that may be able to start. */
  private int nextCandidate(int place) {
    WaitingQueue waiting = state.waiting();
    int from = windows.leastSpareFrom(state.now());
    int always = windows.leastSpare();
    return waiting.slotAt(
        waiting.fitting(place, state.freeProcessors(), from - state.now(), always));
  }

  private boolean fits(int slot) {
    int width = state.width(slot);
    int end = state.now() + remaining(slot);
    return width <= state.freeProcessors()
        && (end <= windows.firstStart() || windows.spareUntil(end) >= width);
  }

  private int remaining(int slot) {
    return Math.max(1, state.estimate(slot) - state.servedSeconds(slot));
  }

  private void start(Dispatcher dispatcher, int slot) {
    int p = queues.partition(slot);
    int width = state.width(slot);
    int[] shares;
    if (blocked) {
      shares = search.start(state.now(), width, remaining(slot), p);
      starts.started(p, state.now() + remaining(slot), width, shares);
      // a borrowed processor has a new owner, which the reservations do not include
      settled &= shares[p] == width;
    } else {
      shares = ownership.shareIdle(p, width);
    }
    ownership.started(slot, p, shares);
    queues.remove(slot);
    state.setPartition(slot, p);
    dispatcher.start(slot);
  }
}
