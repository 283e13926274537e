package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.order.QueueOrder;

/**
 * A pass of Slurm's main scheduler: the first jobs of the queue start until one does not fit. A job
 * wider than the machine is skipped, as in Slurm when nodes are down.
 */
final class MainScheduler {
  private final QueueOrder order;
  private final OrderedSlots ordered = new OrderedSlots();

  MainScheduler(QueueOrder order) {
    this.order = order;
  }

  /**
   * Starts jobs; O(jobs started) in order of arrival, else O(n log n).
   *
   * @param depth maximum number of jobs to examine
   * @return whether the pass ended at the depth, so that more jobs may fit
   */
  boolean run(Dispatcher dispatcher, int depth) {
    return order.isArrival() ? byArrival(dispatcher, depth) : byOrder(dispatcher, depth);
  }

  private static boolean byArrival(Dispatcher dispatcher, int depth) {
    ClusterState state = dispatcher.state();
    WaitingQueue waiting = state.waiting();
    int tested = 0;
    int slot = waiting.first();
    while (slot != ClusterState.NONE && tested < depth) {
      int next = waiting.next(slot);
      if (!isPassedOver(state, slot)) {
        if (!start(dispatcher, slot)) {
          return false;
        }
      }
      tested++;
      slot = next;
    }
    return slot != ClusterState.NONE;
  }

  private boolean byOrder(Dispatcher dispatcher, int depth) {
    ClusterState state = dispatcher.state();
    ordered.fill(state, order);
    int tested = 0;
    while (tested < ordered.size() && tested < depth) {
      int slot = ordered.slot(tested++);
      if (!isPassedOver(state, slot) && !start(dispatcher, slot)) {
        return false;
      }
    }
    return tested < ordered.size();
  }

  private static boolean isPassedOver(ClusterState state, int slot) {
    return state.width(slot) > state.processors();
  }

  private static boolean start(Dispatcher dispatcher, int slot) {
    ClusterState state = dispatcher.state();
    boolean fits = state.width(slot) <= state.freeProcessors();
    if (fits) {
      dispatcher.start(slot);
    }
    return fits;
  }
}
