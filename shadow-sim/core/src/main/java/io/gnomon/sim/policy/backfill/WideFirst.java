package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/**
 * Jobs that start before the order is applied. A wide and long job starts as soon as it fits, ahead
 * of any other job and even if it delays a reservation. The oldest one that has waited longer than
 * the patience gets the reservation itself. This bounds the delay of such jobs under orders that
 * favour short or small ones. It does not bound the delay of other jobs, including the head of the
 * queue.
 *
 * @param width processors from which on a job is wide, 0 to disable
 * @param length minimum estimate in seconds, exclusive
 * @param patience seconds of waiting after which such a job gets the reservation
 */
record WideFirst(int width, int length, int patience) {
  private static final int LONGEST = 365 * 24 * 3600;
  private static final Parameter<Integer> WIDE =
      Parameter.integer(
              "wide",
              0,
              0,
              Integer.MAX_VALUE,
              "processors from which on a job is wide; a wide and long job starts as soon as it fits,"
                  + " before the order is applied; 0: disabled")
          .inWords("jobs of %s processors or more start first");
  private static final Parameter<Integer> LONG =
      Parameter.seconds("long", "8h", 0, LONGEST, "only jobs with a longer estimate count as wide")
          .timeInWords("wide jobs are those over %s");
  private static final Parameter<Integer> PATIENCE =
      Parameter.seconds(
              "patience",
              "1d",
              0,
              LONGEST,
              "wait after which a wide job gets the reservation, oldest first")
          .timeInWords("wide jobs reserve after %s");

  static List<Parameter<?>> parameters() {
    return List.of(WIDE, LONG, PATIENCE);
  }

  static WideFirst of(Spec spec) {
    return new WideFirst(WIDE.in(spec), LONG.in(spec), PATIENCE.in(spec));
  }

  /** Whether any job can be selected. */
  boolean any() {
    return width > 0;
  }

  /**
   * Starts the selected jobs that fit, oldest first, up to the first one that does not fit and has
   * exceeded the patience; the other jobs are then considered beside its reservation. A job wider
   * than the remaining machine blocks no other job. O(waiting jobs) if processors are free and the
   * rule is enabled.
   *
   * @return the slot of the job that gets the reservation, or {@link ClusterState#NONE}
   */
  int start(ClusterState state, Dispatcher dispatcher) {
    WaitingQueue waiting = state.waiting();
    if (!any() || waiting.leastWidth() > state.freeProcessors()) {
      return ClusterState.NONE;
    }
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      int requested = state.width(slot);
      if (requested >= width && state.estimate(slot) > length) {
        if (requested <= state.freeProcessors()) {
          dispatcher.start(slot);
        } else if (requested <= state.processors()
            && state.now() - state.submitTime(slot) >= patience) {
          return slot;
        }
      }
    }
    return ClusterState.NONE;
  }
}
