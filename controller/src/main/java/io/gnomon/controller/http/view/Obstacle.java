package io.gnomon.controller.http.view;

import io.gnomon.controller.node.WaitReason;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.WaitingReason;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a job from starting, apart from other jobs.
 *
 * @param held whether it is held
 * @param limit the limit of its user, account or QOS that holds it back, or null
 * @param onNodes what it waits for on the nodes; null on a pool of processors, or if not known
 */
public record Obstacle(boolean held, @Nullable WaitingReason limit, @Nullable WaitReason onNodes) {
  private static final Set<JobPhase> NOT_STARTED = EnumSet.of(JobPhase.WAITING, JobPhase.HELD);

  /**
   * The limit that would keep a job from starting now; null if none would, or if it has started.
   */
  public static @Nullable WaitingReason limit(ClusterState state, int slot) {
    return state.hasLimits() && NOT_STARTED.contains(state.phase(slot))
        ? state.limiting().reason(state, slot)
        : null;
  }
}
