package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;

/**
 * EASY backfilling: the first job of the queue has a reservation at the shadow time, when enough
 * processors are expected to be free; a later job may start if it ends by then, or if it needs no
 * more than the processors that are extra then.
 *
 * <p>A job that has run longer than estimated is expected to end at the next second.
 *
 * <p>Cost: a reservation is made when a job that could start beside it is found, by a walk over the
 * running jobs up to the shadow time, and kept up to date in O(1) until another job is the head. A
 * pass in which no waiting job is narrow enough for the free processors is O(1). Where only jobs
 * have arrived since the last pass, only they are looked at; other passes search the queue with
 * {@link WaitingQueue#fitting}.
 */
public final class Easy implements SchedulingPolicy {
  private final PolicySpec spec;
  private ClusterState state;

  // what the last pass left: a blocked head and, where it was needed, its reservation
  private final HeadReservation head = new HeadReservation();
  private boolean reserved;
  private int capacity;
  private int free;

  // since then: whether no older job may start, and the jobs that have arrived
  private boolean settled;
  private int firstNew = ClusterState.NONE;

  Easy(PolicySpec spec, ClusterState state) {
    this.spec = spec;
    this.state = state;
  }

  @Override
  public PolicySpec spec() {
    return spec;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    forget();
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new Easy(spec, forked);
  }

  @Override
  public void submitted(int slot) {
    if (slot != state.waiting().last()) {
      settled = false; // it has come back to its old place
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
    forget();
  }

  private void forget() {
    settled = false;
    reserved = false;
    free = state.freeProcessors();
    capacity = state.processors();
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    if (state.freeProcessors() != free || state.processors() != capacity) {
      forget(); // somebody else has started a job, or the machine has changed
    } else if (reserved && !head.stands(state.now())) {
      forget();
    }
    if (state.waiting().leastWidth() <= state.freeProcessors()) {
      startAll(dispatcher, state.waiting());
      free = state.freeProcessors();
    }
    settled = true;
    firstNew = ClusterState.NONE;
  }

  /** Starts the first jobs as long as they fit, and then what does not delay the next. */
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
