package io.gnomon.controller.http.view;

import io.gnomon.controller.node.WaitReason;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.forecast.StartForecast;
import io.gnomon.sim.limit.HoldingLimit;
import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a job from starting, apart from other jobs.
 *
 * @param held whether it is held by something that the forecast cannot foresee the end of
 * @param condition why it cannot start yet although it is not held, or null
 * @param limit the limit of its user, account or QOS that holds it back, or null
 * @param never why it can never start, or null
 * @param onNodes what it waits for on the nodes; null on a pool of processors, or if not known
 */
public record Impediment(
    boolean held,
    @Nullable WaitingReason condition,
    @Nullable HoldingLimit limit,
    @Nullable Never never,
    @Nullable WaitReason onNodes) {
  private static final Set<JobPhase> NOT_STARTED = EnumSet.of(JobPhase.WAITING, JobPhase.HELD);

  /** What keeps an active job from starting, without what it waits for on the nodes. */
  public static Impediment of(ClusterState state, int slot) {
    boolean held = state.phase(slot) == JobPhase.HELD;
    WaitingReason condition =
        held && state.hasConditions() ? state.conditions().reason(slot, state.now()) : null;
    HoldingLimit limit = limit(state, slot);
    return new Impediment(
        held && !StartForecast.isReleasedLater(state, slot),
        condition,
        limit,
        Never.of(state, slot, limit),
        null);
  }

  /** The same with what the job waits for on the nodes. */
  public Impediment on(@Nullable WaitReason nodes) {
    return new Impediment(held, condition, limit, never, nodes);
  }

  /**
   * The limit that would keep a job from starting now; null if none would, or if it has started.
   */
  public static @Nullable HoldingLimit limit(ClusterState state, int slot) {
    return state.hasLimits() && NOT_STARTED.contains(state.phase(slot))
        ? state.limiting().holding(state, slot)
        : null;
  }

  /** Adds the limit that keeps a job in a list from starting, if there is one. */
  static boolean addLimit(JsonObject job, ClusterState state, int slot) {
    HoldingLimit limit = limit(state, slot);
    Never never = Never.of(state, slot, limit);
    if (never != null) {
      job.put("limit", never.reason().text())
          .put("limitInWords", never.text())
          .put("neverStarts", true);
    } else if (limit != null) {
      job.put("limit", limit.reason().text()).put("limitInWords", limit.text());
    }
    return job.containsKey("limit");
  }
}
