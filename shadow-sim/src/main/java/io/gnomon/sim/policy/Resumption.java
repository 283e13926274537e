package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;

/**
 * What becomes of suspended jobs under a policy that does not preempt: they go on, in the order in
 * which they were submitted, as soon as they fit, and until the last of them does nothing new
 * starts. So none of them starves, whatever policy suspended it.
 */
public final class Resumption {
  private Resumption() {}

  /**
   * Resumes what fits; O(active jobs) while jobs are suspended.
   *
   * @return whether no job is suspended any more
   */
  public static boolean resume(Dispatcher dispatcher, SchedulingPolicy policy) {
    ClusterState state = dispatcher.state();
    while (state.suspendedCount() > 0) {
      int oldest = oldestSuspended(state);
      if (state.heldProcessors(oldest) > state.freeProcessors()) {
        return false;
      }
      dispatcher.resume(oldest);
      policy.changed(oldest);
    }
    return true;
  }

  private static int oldestSuspended(ClusterState state) {
    int[] oldest = {ClusterState.NONE};
    state.forEach(
        JobPhase.SUSPENDED,
        slot -> {
          if (oldest[0] == ClusterState.NONE || state.job(slot) < state.job(oldest[0])) {
            oldest[0] = slot;
          }
        });
    return oldest[0];
  }
}
