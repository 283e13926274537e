package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;

/**
 * Resumes suspended jobs under a policy that does not preempt. They resume in order of submission
 * as soon as they fit, and no new job starts before all of them have resumed, so that none starves.
 * A suspended job that holds more processors than the machine has left waits until the machine
 * grows and does not block other jobs.
 */
public final class Resumption {
  private Resumption() {}

  /**
   * Resumes the jobs that fit; O(active jobs) while jobs are suspended.
   *
   * @return whether no suspended job is left that could run on the machine
   */
  public static boolean resume(Dispatcher dispatcher, SchedulingPolicy policy) {
    ClusterState state = dispatcher.state();
    for (int oldest = oldestDue(state); oldest != ClusterState.NONE; oldest = oldestDue(state)) {
      if (!state.canResume(oldest)) {
        return false;
      }
      dispatcher.resume(oldest);
      policy.changed(oldest);
    }
    return true;
  }

  /** Whether a suspended job could run on the machine; O(active jobs) if any job is suspended. */
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
          if (state.canEverResume(slot)
              && (oldest[0] == ClusterState.NONE || state.job(slot) < state.job(oldest[0]))) {
            oldest[0] = slot;
          }
        });
    return oldest[0];
  }
}
