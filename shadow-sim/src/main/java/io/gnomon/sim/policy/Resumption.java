package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;

/**
 * What becomes of suspended jobs under a policy that does not preempt: they go on, in the order in
 * which they were submitted, as soon as they fit, and until the last of them does nothing new
 * starts. So none of them starves, whatever policy suspended it. Those that hold more processors
 * than the machine has left wait for it to grow, and hinder nobody.
 */
public final class Resumption {
  private Resumption() {}

  /**
   * Resumes what fits; O(active jobs) while jobs are suspended.
   *
   * @return whether no job is due any more
   */
  public static boolean resume(Dispatcher dispatcher, SchedulingPolicy policy) {
    ClusterState state = dispatcher.state();
    for (int oldest = oldestDue(state); oldest != ClusterState.NONE; oldest = oldestDue(state)) {
      if (state.heldProcessors(oldest) > state.freeProcessors()) {
        return false;
      }
      dispatcher.resume(oldest);
      policy.changed(oldest);
    }
    return true;
  }

  /** Whether a job is suspended that could run on the machine; O(active jobs) if any is. */
  public static boolean isDue(ClusterState state) {
    return oldestDue(state) != ClusterState.NONE;
  }

  private static int oldestDue(ClusterState state) {
    if (state.suspendedCount() == 0) {
      return ClusterState.NONE;
    }
    int[] oldest = {ClusterState.NONE};
    state.forEach(
        JobPhase.SUSPENDED,
        slot -> {
          if (state.heldProcessors(slot) <= state.processors()
              && (oldest[0] == ClusterState.NONE || state.job(slot) < state.job(oldest[0]))) {
            oldest[0] = slot;
          }
        });
    return oldest[0];
  }
}
