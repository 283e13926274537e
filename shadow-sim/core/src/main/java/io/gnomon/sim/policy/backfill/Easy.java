package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Spec;

/**
 * EASY backfilling. The first job of the queue has a reservation at the shadow time, when enough
 * processors are expected to be free. A later job may start if it ends by then, or if it needs only
 * processors that remain free beside the reservation (extra processors).
 *
 * <p>A job that has exceeded its estimate is expected to end at the next second.
 *
 * <p>Cost: the reservation is computed when a candidate for backfilling is found, by a scan of the
 * running jobs up to the shadow time, and updated in O(1) until the head changes. A pass in which
 * no waiting job is narrow enough for the free processors costs O(1). If only arrivals happened
 * since the last pass, only the new jobs are tested; other passes search the queue with {@link
 * WaitingQueue#fitting}.
 */
public final class Easy implements SchedulingPolicy {
  private final Spec spec;
  private ClusterState state;

  // result of the last pass: the blocked head and, if it was needed, its reservation
  private final HeadReservation head = new HeadReservation();
  private boolean reserved;
  private int capacity;
  private int free;

  // since then: whether no older job may start, and the jobs that have arrived
  private boolean settled;
  private int firstNew = ClusterState.NONE;

  Easy(Spec spec, ClusterState state) {
    this.spec = spec;
    this.state = state;
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    discardReservation();
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new Easy(spec, forked);
  }

  @Override
  public void submitted(int slot) {
    if (slot != state.waiting().last()) {
      settled = false; // it returned to its old place
    }
    if (firstNew == ClusterState.NONE) {
      firstNew = slot;
    }
  }

  @Override
  public void ended(int slot, boolean completed) {
    int processors = state.heldProcessors(slot);
    head.released(state.expectedEnd(slot), processors);
    free += processors;
    settled = false;
  }

  @Override
  public void changed(int slot) {
    discardReservation();
  }

  private void discardReservation() {
    settled = false;
    reserved = false;
    free = state.freeProcessors();
    capacity = state.processors();
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    if (state.freeProcessors() != free || state.processors() != capacity) {
      discardReservation(); // the job was not started by this policy, or the machine has changed
    } else if (reserved && !head.stands(state.now())) {
      discardReservation();
    }
    if (state.waiting().leastWidth() <= state.freeProcessors()) {
      startAll(dispatcher, state.waiting());
      free = state.freeProcessors();
    }
    settled = true;
    firstNew = ClusterState.NONE;
  }

  /** Starts jobs from the head while they fit, and then jobs that do not delay the blocked head. */
  private void startAll(Dispatcher dispatcher, WaitingQueue waiting) {
    int place = settled ? waiting.place(firstNew) : waiting.firstPlace();
    while (true) {
      int slot;
      if (waiting.firstWidth() <= state.freeProcessors()) {
        slot = waiting.first();
        reserved = false;
      } else {
        place = backfillable(waiting, place);
        if (place == ClusterState.NONE) {
          return;
        }
        slot = waiting.slotAt(place++);
      }
      dispatcher.start(slot);
      head.started(state.expectedEnd(slot), state.heldProcessors(slot));
    }
  }

  /** The first place from {@code place} on of a job that does not delay the blocked head. */
  private int backfillable(WaitingQueue waiting, int place) {
    if (place == ClusterState.NONE || waiting.leastWidth() > state.freeProcessors()) {
      return ClusterState.NONE;
    }
    if (!reserved) {
      head.reserve(state, waiting.first());
      reserved = true;
    }
    int window = head.shadow() - state.now();
    return waiting.fitting(place, state.freeProcessors(), window, head.extra());
  }
}
