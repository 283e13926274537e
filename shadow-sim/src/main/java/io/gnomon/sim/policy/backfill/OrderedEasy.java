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
 * nobody starves, or the first of the order as well; or there is none, and whoever fits starts
 * (Kueue calls that best effort). {@link WideFirst} may start before anybody else; where any are,
 * they pass the oldest too.
 *
 * <p>Cost: a pass searches the queue for the jobs that fit, and takes them in order until nobody is
 * narrow enough for what is left. Where some are wide it looks at all of the queue first.
 */
final class OrderedEasy implements SchedulingPolicy {
  private final PolicySpec spec;
  private final QueueOrder order;
  private final HeadSelection reserved;
  private final WideFirst wide;
  private final OrderedSlots candidates = new OrderedSlots();
  private final HeadReservation head = new HeadReservation();
  private ClusterState state;

  OrderedEasy(
      PolicySpec spec,
      QueueOrder order,
      HeadSelection reserved,
      WideFirst wide,
      ClusterState state) {
    this.spec = spec;
    this.order = order;
    this.reserved = reserved;
    this.wide = wide;
    this.state = state;
  }

  @Override
  public PolicySpec spec() {
    return spec;
  }

  @Override
  public boolean usesExpectedRuntimes() {
    return order.expected();
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new OrderedEasy(spec, order, reserved, wide, forked);
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    int impatient = wide.start(state, dispatcher);
    WaitingQueue waiting = state.waiting();
    if (waiting.isEmpty() || state.freeProcessors() <= 0) {
      return;
    }
    if (impatient != ClusterState.NONE) {
      backfillBeside(dispatcher, impatient);
      return;
    }
    switch (reserved) {
      case NONE -> backfill(dispatcher, ClusterState.NONE, 0, state.freeProcessors());
      case ORDER -> {
        candidates.fill(state, order);
        int started = 0;
        while (started < candidates.size()
            && state.width(candidates.slot(started)) <= state.freeProcessors()) {
          dispatcher.start(candidates.slot(started++));
        }
        backfillBeside(
            dispatcher, started < candidates.size() ? candidates.slot(started) : ClusterState.NONE);
      }
      case ARRIVAL -> {
        while (!waiting.isEmpty() && state.width(waiting.first()) <= state.freeProcessors()) {
          dispatcher.start(waiting.first());
        }
        backfillBeside(dispatcher, waiting.first());
      }
    }
  }

  private void backfillBeside(Dispatcher dispatcher, int blocked) {
    if (blocked != ClusterState.NONE) {
      head.reserve(state, blocked);
      backfill(dispatcher, blocked, head.shadow() - state.now(), head.extra());
    }
  }

  /**
   * Starts who fits, in order.
   *
   * @param blocked for whom the reservation is, if anybody
   * @param window for how many seconds all processors are free
   * @param extra how many are free for longer
   */
  private void backfill(Dispatcher dispatcher, int blocked, int window, int extra) {
    WaitingQueue waiting = state.waiting();
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
    int left = extra;
    while (candidates.size() > 0 && waiting.leastWidth() <= state.freeProcessors()) {
      int slot = candidates.takeFirst();
      int width = state.width(slot);
      boolean inTime = state.estimate(slot) <= window;
      if (width <= state.freeProcessors() && (inTime || width <= left)) {
        left -= inTime ? 0 : width;
        dispatcher.start(slot);
      }
    }
  }
}
