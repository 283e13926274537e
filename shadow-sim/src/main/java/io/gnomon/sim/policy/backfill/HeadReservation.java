package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.policy.SchedulingPolicy;

/** EASY's one reservation: the shadow time of a blocked job and the processors extra then. */
final class HeadReservation {
  private int shadow;
  private int extra;

  /** Finds both for the waiting job in {@code slot}; O(running jobs). */
  void reserve(ClusterState state, int slot) {
    RunningSet running = state.running();
    int missing = state.width(slot) - state.freeProcessors();
    int i = 0;
    while (missing > 0 && i < running.size()) {
      missing -= running.processors(i++);
    }
    if (missing > 0) { // wider than what is left of the machine: it hinders nobody
      shadow = SchedulingPolicy.NEVER;
      extra = 0;
      return;
    }
    shadow = Math.max(running.end(i - 1), state.now() + 1);
    while (i < running.size() && running.end(i) <= shadow) {
      missing -= running.processors(i++);
    }
    extra = -missing;
  }

  /** When enough processors are expected to be free, {@link SchedulingPolicy#NEVER} if never. */
  int shadow() {
    return shadow;
  }

  /** How many are free then beyond what the job needs. */
  int extra() {
    return extra;
  }
}
