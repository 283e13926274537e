package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * Jobs that start before the order is asked: a wide and long one as soon as it fits, whomever it
 * passes and whatever reservation of the order it delays. The oldest that has waited for too long
 * has the reservation itself, which nobody delays. An order that favours short or small jobs puts
 * such jobs off as long as any other comes; this is what bounds it.
 *
 * @param width processors from which on a job is wide, 0 where none is
 * @param length seconds that the estimate of such a job exceeds
 * @param patience seconds of waiting after which it has the reservation
 */
record WideJobs(int width, int length, int patience) {
  private static final int LONGEST = 365 * 24 * 3600;
  private static final Parameter<Integer> WIDE =
      Parameter.integer(
          "wide",
          0,
          0,
          Integer.MAX_VALUE,
          "processors from which on a job is wide: such a job starts as soon as it fits, before the"
              + " order is asked; 0: none");
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

  /**
   * Reads who is favoured.
   *
   * @throws InvalidPolicyException where long or patience is given and no job is wide
   */
  static WideJobs of(PolicySpec spec) {
    int width = WIDE.in(spec);
    for (Parameter<?> idle : List.of(LONG, PATIENCE)) {
      if (width == 0 && spec.parameters().containsKey(idle.name())) {
        throw new InvalidPolicyException(
            spec.name()
                + ": "
                + idle.name()
                + " is given though wide is 0, so that no job is wide; nearest legal form: "
                + spec.without(LONG.name()).without(PATIENCE.name()));
      }
    }
    return new WideJobs(width, LONG.in(spec), PATIENCE.in(spec));
  }

  /** Whether any job is. */
  boolean any() {
    return width > 0;
  }

  /**
   * Starts those that fit, the oldest first, up to the first that has waited for too long: from
   * then on all others are to go beside its reservation. O(waiting jobs) where there are free
   * processors and some job is wide, else nothing.
   *
   * @return the slot of the one that has waited for too long, or {@link ClusterState#NONE}
   */
  int start(ClusterState state, Dispatcher dispatcher) {
    if (!any() || state.freeProcessors() <= 0) {
      return ClusterState.NONE;
    }
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (state.width(slot) >= width && state.estimate(slot) > length) {
        if (state.width(slot) <= state.freeProcessors()) {
          dispatcher.start(slot);
        } else if (state.now() - state.submitTime(slot) >= patience) {
          return slot;
        }
      }
    }
    return ClusterState.NONE;
  }
}
