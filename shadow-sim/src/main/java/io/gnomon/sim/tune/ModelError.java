package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What a loop off line is wrongly told about its cluster, so that it can be shown to do no harm
 * then. What is observed at the scheduler, waits and the slowdown of the past period, stays true.
 *
 * @param heardOf the jobs whose submission and completion are told; of the others nothing is known,
 *     neither in a study nor in a future, before they run
 * @param runtimeFactor what is learned of a runtime over what it was, positive; below 1 jobs run
 *     longer than all that is known about their like says
 */
public record ModelError(IntPredicate heardOf, double runtimeFactor) {
  /** All is told as it is. */
  public static final ModelError NONE = new ModelError(job -> true, 1);

  /** Checks the range. */
  public ModelError {
    if (!(runtimeFactor > 0)) {
      throw new IllegalArgumentException(
          "runtimeFactor is " + runtimeFactor + "; it must be positive");
    }
  }

  /** What is learned of a runtime, at least a second. */
  int believed(int runtimeSeconds) {
    return runtimeFactor == 1 ? runtimeSeconds : (int) Math.max(1, runtimeSeconds * runtimeFactor);
  }

  /** The cluster as it is believed to be. */
  record Belief(ClusterState state, SchedulingPolicy policy) {}

  /** The live state without the waiting jobs that are unheard of; itself where there are none. */
  Belief of(ClusterState live, SchedulingPolicy policy) {
    List<Integer> unseen = new ArrayList<>();
    live.forEach(
        JobPhase.WAITING,
        slot -> {
          if (!heardOf.test(live.job(slot))) {
            unseen.add(slot);
          }
        });
    if (unseen.isEmpty()) {
      return new Belief(live, policy);
    }
    ClusterState state = live.fork();
    SchedulingPolicy follower = policy.fork(state);
    for (int slot : unseen) {
      state.cancel(slot);
      follower.changed(slot);
    }
    return new Belief(state, follower);
  }
}
