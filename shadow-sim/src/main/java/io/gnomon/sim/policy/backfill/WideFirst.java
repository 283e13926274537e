package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * Jobs that start before the order is asked: a wide and long one as soon as it fits, whomever it
 * passes and whatever reservation of the order it delays. The oldest that has waited for too long
 * has the reservation itself, which nobody delays. An order that favours short or small jobs puts
 * such jobs off as long as any other comes; this is what bounds it. Others, and be it the head of
 * the queue, are passed by them without bound.
 *
 * @param width processors from which on a job is wide, 0 where none is
 * @param length seconds that the estimate of such a job exceeds
 * @param patience seconds of waiting after which it has the reservation
 */
record WideFirst(int width, int length, int patience) {
  private static final int LONGEST = 365 * 24 * 3600;
  private static final Parameter<Integer> WIDE =
      Parameter.integer(
          "wide",
          0,
          0,
          Integer.MAX_VALUE,
          "processors from which on a job is wide: if it is long as well it starts as soon as it fits,"
              + " before the order is asked; 0: none");
  private static final Parameter<Integer> LONG =
      Parameter.seconds(
          "long", "8h", 0, LONGEST, "wide jobs are only those whose estimate is longer");
  private static final Parameter<Integer> PATIENCE =
      Parameter.seconds(
          "patience",
          "1d",
          0,
          LONGEST,
          "how long a wide job waits before it has the reservation, the oldest of them first");

  static List<Parameter<?>> parameters() {
    return List.of(WIDE, LONG, PATIENCE);
  }

  static WideFirst of(PolicySpec spec) {
    return new WideFirst(WIDE.in(spec), LONG.in(spec), PATIENCE.in(spec));
  }

  /** Whether any job is. */
  boolean any() {
    return width > 0;
  }

  /**
   * Starts those that fit, the oldest first, up to the first that does not and has waited for too
   * long: from then on all others go beside its reservation. One that is wider than what is left of
   * the machine holds nobody up. O(waiting jobs) where there are processors for somebody and any
   * job is wide, else nothing.
   *
   * @return the slot of the one that has waited for too long, or {@link ClusterState#NONE}
   */
  int start(ClusterState state, Dispatcher dispatcher) {
    WaitingQueue waiting = state.waiting();
    if (!any() || waiting.leastWidth() > state.freeProcessors()) {
      return ClusterState.NONE;
    }
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      int asked = state.width(slot);
      if (asked >= width && state.estimate(slot) > length) {
        if (asked <= state.freeProcessors()) {
          dispatcher.start(slot);
        } else if (asked <= state.processors()
            && state.now() - state.submitTime(slot) >= patience) {
          return slot;
        }
      }
    }
    return ClusterState.NONE;
  }
}
