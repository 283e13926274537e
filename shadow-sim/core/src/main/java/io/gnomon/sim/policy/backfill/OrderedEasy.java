package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.order.HeadSelection;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.spec.Spec;

/**
 * EASY backfilling in a configured order: the jobs that may start beside the head's reservation are
 * considered in that order. The head is the oldest job, so that no job starves, or the first in the
 * order; without a head every job starts as soon as it fits (best effort in Kueue). Jobs that
 * {@link WideFirst} selects start before all others, including the oldest.
 *
 * <p>Cost: a pass searches the queue for the jobs that fit and considers them in order until no job
 * is narrow enough for the remaining processors. With {@link WideFirst} it scans the whole queue
 * first.
 */
final class OrderedEasy implements SchedulingPolicy {
  private final Spec spec;
  private final QueueOrder order;
  private final HeadSelection reserved;
  private final WideFirst wide;
  private final OrderedSlots candidates = new OrderedSlots();
  private final HeadReservation head = new HeadReservation();
  private ClusterState state;

  OrderedEasy(
      Spec spec, QueueOrder order, HeadSelection reserved, WideFirst wide, ClusterState state) {
    this.spec = spec;
    this.order = order;
    this.reserved = reserved;
    this.wide = wide;
    this.state = state;
  }

  @Override
  public Spec spec() {
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
   * Starts the jobs that fit, in order.
   *
   * @param blocked job that has the reservation, or {@link ClusterState#NONE}
   * @param window seconds for which all free processors are available
   * @param extra processors available for longer
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
