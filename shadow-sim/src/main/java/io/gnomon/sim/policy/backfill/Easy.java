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
 * <p>Cost: an arrival behind a blocked head tests the new job only, as long as nothing else has
 * changed; other passes walk the running jobs up to the shadow time and search the queue with
 * {@link WaitingQueue#nextFitting}.
 */
public final class Easy implements SchedulingPolicy {
  private final PolicySpec spec;
  private ClusterState state;

  // what the last full pass left: the blocked head, its shadow time and the extra processors
  private final HeadReservation head = new HeadReservation();
  private boolean settled;
  private int shadow;
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
    WaitingQueue waiting = state.waiting();
    if (settled && shadow > state.now() && state.freeProcessors() == settledFree) {
      // nothing but arrivals since: older jobs were refused and have less time now
      if (newJobs == 1 && firstNew == waiting.last()) {
        tryOne(dispatcher, firstNew);
      } else if (newJobs > 0) {
        fullPass(dispatcher, waiting);
      }
    } else {
      fullPass(dispatcher, waiting);
    }
    newJobs = 0;
    settledFree = state.freeProcessors();
  }

  private void tryOne(Dispatcher dispatcher, int slot) {
    int width = state.width(slot);
    boolean inTime = state.now() + state.estimate(slot) <= shadow;
    if (width <= state.freeProcessors() && (inTime || width <= extra)) {
      if (!inTime) {
        extra -= width;
      }
      dispatcher.start(slot);
    }
  }

  private void fullPass(Dispatcher dispatcher, WaitingQueue waiting) {
    while (!waiting.isEmpty() && state.width(waiting.first()) <= state.freeProcessors()) {
      dispatcher.start(waiting.first());
    }
    settled = !waiting.isEmpty();
    if (!settled) {
      return;
    }
    int slot = waiting.first();
    head.reserve(state, slot);
    shadow = head.shadow();
    extra = head.extra();
    int window = shadow - state.now();
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
