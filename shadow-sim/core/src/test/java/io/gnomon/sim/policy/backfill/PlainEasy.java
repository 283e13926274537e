package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Spec;

/** EASY as a textbook has it: it computes everything again in each pass and skips nothing. */
final class PlainEasy implements SchedulingPolicy {
  @Override
  public Spec spec() {
    return Spec.of("plain-easy");
  }

  @Override
  public void adopt(ClusterState state) {}

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return this;
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    ClusterState state = dispatcher.state();
    int head = state.waiting().first();
    while (head >= 0 && state.width(head) <= state.freeProcessors()) {
      dispatcher.start(head);
      head = state.waiting().first();
    }
    if (head < 0) {
      return;
    }
    int shadow = Integer.MAX_VALUE;
    for (int i = state.running().size() - 1; i >= 0; i--) {
      int end = expectedEnd(state, i);
      if (freeAt(state, end) >= state.width(head)) {
        shadow = end;
      }
    }
    int extra = shadow == Integer.MAX_VALUE ? 0 : freeAt(state, shadow) - state.width(head);
    for (int slot = state.waiting().next(head); slot >= 0; slot = state.waiting().next(slot)) {
      boolean fits = state.width(slot) <= state.freeProcessors();
      boolean inTime = state.now() + state.estimate(slot) <= shadow;
      if (fits && (inTime || state.width(slot) <= extra)) {
        if (!inTime) {
          extra -= state.width(slot);
        }
        dispatcher.start(slot);
      }
    }
  }

  private static int expectedEnd(ClusterState state, int i) {
    return Math.max(state.now() + 1, state.running().end(i));
  }

  private static int freeAt(ClusterState state, int time) {
    int free = state.freeProcessors();
    for (int i = 0; i < state.running().size(); i++) {
      if (expectedEnd(state, i) <= time) {
        free += state.heldProcessors(state.running().slot(i));
      }
    }
    return free;
  }
}
