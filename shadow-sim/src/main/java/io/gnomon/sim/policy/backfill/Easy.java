package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.List;

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
  private boolean settled;
  private int shadow;
  private int extra;
  private int settledFree;
  private int firstNew;
  private int newJobs;

  private Easy(PolicySpec spec, ClusterState state) {
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
    reserve(slot);
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

  /** Finds the head's shadow time and extra processors. */
  private void reserve(int head) {
    RunningSet running = state.running();
    int missing = state.width(head) - state.freeProcessors();
    int i = 0;
    while (missing > 0 && i < running.size()) {
      missing -= state.heldProcessors(running.slot(i++));
    }
    if (missing > 0) { // wider than what is left of the machine: it hinders nobody
      shadow = NEVER;
      extra = 0;
      return;
    }
    shadow = Math.max(running.end(i - 1), state.now() + 1);
    while (i < running.size() && running.end(i) <= shadow) {
      missing -= state.heldProcessors(running.slot(i++));
    }
    extra = -missing;
  }

  /** The family {@code easy}. */
  public static final class Family implements PolicyFamily {
    @Override
    public String name() {
      return "easy";
    }

    @Override
    public String summary() {
      return "EASY backfilling: only the first job of the queue has a reservation";
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of();
    }

    @Override
    public SchedulingPolicy create(PolicySpec spec) {
      return new Easy(spec, new ClusterState(1));
    }
  }
}
