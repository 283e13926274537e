package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * An error in what a closed loop assumes about its cluster, to check that tuning then does no harm.
 * Measurements at the scheduler (waits and the slowdown of the past period) stay true.
 *
 * @param observed jobs whose submission and completion the tuner receives; other jobs appear in no
 *     study and no scenario before they run
 * @param runtimeFactor ratio of the recorded to the true runtime, positive; below 1, jobs run
 *     longer than the records suggest
 */
public record ModelError(IntPredicate observed, double runtimeFactor) {
  /** No error. */
  public static final ModelError NONE = new ModelError(job -> true, 1);

  /** Checks the range. */
  public ModelError {
    if (!(runtimeFactor > 0)) {
      throw new IllegalArgumentException(
          "runtimeFactor is " + runtimeFactor + "; it must be positive");
    }
  }

  /** The runtime that is recorded for a true one, in seconds, at least 1. */
  int recordedRuntime(int runtimeSeconds) {
    return runtimeFactor == 1 ? runtimeSeconds : (int) Math.max(1, runtimeSeconds * runtimeFactor);
  }

  /** The cluster as the tuner sees it. */
  record TunerView(ClusterState state, SchedulingPolicy policy) {}

  /**
   * The live state without the waiting jobs that are not observed; the live state itself if there
   * are none.
   */
  TunerView of(ClusterState live, SchedulingPolicy policy) {
    List<Integer> unseen = new ArrayList<>();
    live.forEach(
        JobPhase.WAITING,
        slot -> {
          if (!observed.test(live.job(slot))) {
            unseen.add(slot);
          }
        });
    if (unseen.isEmpty()) {
      return new TunerView(live, policy);
    }
    ClusterState state = live.fork();
    SchedulingPolicy follower = policy.fork(state);
    for (int slot : unseen) {
      state.cancel(slot);
      follower.changed(slot);
    }
    return new TunerView(state, follower);
  }
}
