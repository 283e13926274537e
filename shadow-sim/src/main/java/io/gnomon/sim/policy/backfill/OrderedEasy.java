package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.order.QueueOrder;

/**
 * EASY backfilling in an order of one's own: jobs that may start beside the reservation of the
 * queue's head are taken in that order. The head is the job that was submitted first, so that
 * nobody starves, or the first of the order as well.
 *
 * <p>Cost: a pass searches the queue for the jobs that fit, and takes them in order until nobody is
 * narrow enough for what is left.
 */
final class OrderedEasy implements SchedulingPolicy {
  private final PolicySpec spec;
  private final QueueOrder order;
  private final boolean orderedHead;
  private final OrderedSlots candidates = new OrderedSlots();
  private final HeadReservation head = new HeadReservation();
  private ClusterState state;

  OrderedEasy(PolicySpec spec, QueueOrder order, boolean orderedHead, ClusterState state) {
    this.spec = spec;
    this.order = order;
    this.orderedHead = orderedHead;
    this.state = state;
  }

  @Override
  public PolicySpec spec() {
    return spec;
  }

  @Override
  public boolean asksExpectedRuntimes() {
    return order.expected();
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new OrderedEasy(spec, order, orderedHead, forked);
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    WaitingQueue waiting = state.waiting();
    if (waiting.isEmpty() || state.freeProcessors() <= 0) {
      return;
    }
    int blocked;
    if (orderedHead) {
      candidates.fill(state, order);
      int started = 0;
      while (started < candidates.size()
          && state.width(candidates.slot(started)) <= state.freeProcessors()) {
        dispatcher.start(candidates.slot(started++));
      }
      blocked = started < candidates.size() ? candidates.slot(started) : ClusterState.NONE;
    } else {
      while (!waiting.isEmpty() && state.width(waiting.first()) <= state.freeProcessors()) {
        dispatcher.start(waiting.first());
      }
      blocked = waiting.first();
    }
    if (blocked != ClusterState.NONE) {
      head.reserve(state, blocked);
      backfill(dispatcher, waiting, blocked);
    }
  }

  private void backfill(Dispatcher dispatcher, WaitingQueue waiting, int blocked) {
    int window = head.shadow() - state.now();
    int extra = head.extra();
    candidates.clear();
    int free = state.freeProcessors();
    for (int slot = waiting.firstFitting(free, window, extra);
        slot != ClusterState.NONE;
        slot = waiting.nextFitting(slot, free, window, extra)) {
      if (slot != blocked) {
        candidates.add(slot);
      }
    }
    candidates.pile(state, order);
    while (candidates.size() > 0 && waiting.leastWidth() <= state.freeProcessors()) {
      int slot = candidates.takeFirst();
      int width = state.width(slot);
      boolean inTime = state.estimate(slot) <= window;
      if (width <= state.freeProcessors() && (inTime || width <= extra)) {
        extra -= inTime ? 0 : width;
        dispatcher.start(slot);
      }
    }
  }
}
