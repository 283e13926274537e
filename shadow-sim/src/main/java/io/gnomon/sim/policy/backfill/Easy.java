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
 * <p>Cost: the reservation is made when a job that could start beside it is found, by a walk over
 * the running jobs up to the shadow time. A pass in which no waiting job is narrow enough for the
 * free processors is O(1), and so is an arrival behind a blocked head as long as nothing else has
 * changed. Other passes search the queue with {@link WaitingQueue#nextFitting}.
 */
public final class Easy implements SchedulingPolicy {
  private final PolicySpec spec;
  private ClusterState state;

  // what the last pass left: a blocked head and, where it was needed, its reservation; no waiting
  // job may start unless something changes
  private final HeadReservation head = new HeadReservation();
  private boolean settled;
  private boolean reserved;
  private int extra;
  private int settledFree;
  private int firstNew;
  private int newJobs;

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
    settled = false;
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new Easy(spec, forked);
  }

  @Override
  public void submitted(int slot) {
    if (newJobs++ == 0) {
      firstNew = slot;
    }
  }

  @Override
  public void ended(int slot, boolean completed) {
    settled = false;
  }

  @Override
  public void changed(int slot) {
    settled = false;
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    if (!holds()) {
      fullPass(dispatcher);
    } else if (newJobs > 0) {
      tryOne(dispatcher, firstNew);
    }
    newJobs = 0;
    settledFree = state.freeProcessors();
  }

  /** Whether older jobs are refused as they were: they have no more room and less time now. */
  private boolean holds() {
    return settled
        && state.freeProcessors() == settledFree
        && (!reserved || head.shadow() > state.now())
        && (newJobs == 0 || (newJobs == 1 && firstNew == state.waiting().last()));
  }

  private void tryOne(Dispatcher dispatcher, int slot) {
    int width = state.width(slot);
    if (width > state.freeProcessors()) {
      return;
    }
    if (!reserved) {
      reserve();
    }
    boolean inTime = state.now() + state.estimate(slot) <= head.shadow();
    if (inTime || width <= extra) {
      extra -= inTime ? 0 : width;
      dispatcher.start(slot);
    }
  }

  private void fullPass(Dispatcher dispatcher) {
    WaitingQueue waiting = state.waiting();
    while (waiting.firstWidth() <= state.freeProcessors()) {
      dispatcher.start(waiting.first());
    }
    settled = !waiting.isEmpty();
    reserved = settled && waiting.leastWidth() <= state.freeProcessors();
    if (reserved) {
      reserve();
      backfill(dispatcher, waiting);
    }
  }

  private void reserve() {
    head.reserve(state, state.waiting().first());
    extra = head.extra();
    reserved = true;
  }

  private void backfill(Dispatcher dispatcher, WaitingQueue waiting) {
    int window = head.shadow() - state.now();
    int slot = waiting.first();
    while (true) {
      slot = waiting.nextFitting(slot, state.freeProcessors(), window, extra);
      if (slot == ClusterState.NONE) {
        return;
      }
      if (state.estimate(slot) > window) {
        extra -= state.width(slot);
      }
      dispatcher.start(slot);
    }
  }
}
